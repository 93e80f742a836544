export function addNetworks() {}
