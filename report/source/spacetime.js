export function addSpaceTime() {}
