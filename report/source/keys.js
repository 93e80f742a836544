// What runs differ in, and what a picture of all of them shows at first.
import {settings, word} from './data.js';
import {size} from './format.js';

/** The value of a key that is not chosen. */
export const none = '–';

/** What runs differ in: {name, of, values, text}, in the order of a page: network, NIC, settings, schedule, collective, bytes. */
export function keysOf(runs, varied) {
  const all = [
    ['network', (run) => run.topology], ['NIC', (run) => run.nic], ...varied.map((name) => [name, (run) => settings(run)[name]]),
    ['schedule', (run) => run.algorithm], ['collective', (run) => run.collective], ['bytes', (run) => run.bytes],
  ];
  return all.map(([name, of]) => {
    const values = [...new Set(runs.map(of).filter((value) => value !== undefined))];
    if (values.every((value) => typeof value === 'number')) values.sort((a, b) => a - b);
    return {name, of, values, text: name === 'bytes' ? size : word};
  }).filter(({values}) => values.length > 1);
}

/** For each value of the three keys the run with the least cycles; a key that is null has one value. */
export function leastOf(runs, [x, colour, panel]) {
  const least = new Map();
  for (const run of runs) {
    const place = [x, colour, panel].map((key) => key ? key.of(run) : none);
    if (place.includes(undefined)) continue;
    const id = JSON.stringify(place);
    if (!least.has(id) || run.cycles < least.get(id).run.cycles) least.set(id, {x: place[0], colour: place[1], panel: place[2], run});
  }
  return [...least.values()];
}

/** What is chosen at first: sizes on the axis, colours for the first key, panels for collectives or else the next key. */
export function firstChoice(keys) {
  const x = keys.find(({name}) => name === 'bytes') ?? keys[0];
  const [colour = null, next = null] = keys.filter((key) => key !== x && key.name !== 'collective');
  const collective = keys.find((key) => key !== x && key.name === 'collective');
  const panel = collective ?? (next?.name === 'schedule' ? null : next);
  return [x, colour ?? null, panel === colour ? null : panel];
}
