// What a choice changes: networks, NICs, executors and settings that some cases differ in, everything else equal.
import {settings, settingsText, word} from './data.js';
import {listed} from './fastest.js';
import {span} from './format.js';

/** From which effect on a choice is worth a clause of its own. */
const little = 1.02;

/** Names of the values of a factor, as a sentence has them. */
const names = ['network', 'NIC', 'schedule', 'collective', 'executor', 'firmware', 'switching', 'operation', 'type'];
export const valueName = (factor, value) => names.includes(factor) ? value : `${factor} ${value}`;
const factorName = (factor) => names.includes(factor) ? `the ${factor}` : factor;

/**
 * A list for each factor with at least two values in equal conditions, the largest effect first:
 * {factor, values: [{value, wins, alone}], best, places: [{others, cycles: Map by value}], most}. `most`: the largest ratio of two values.
 * `varied`: names of the settings that vary; `ranks`: by topology. The fastest schedule of each value counts.
 */
export function comparisons(cases, varied, ranks) {
  const points = cases.flatMap((group) => {
    const run = group.runs[0], all = settings(run);
    const factors = {network: group.topology, NIC: group.nic};
    for (const name of varied) if (all[name] !== undefined) factors[name] = word(all[name]);
    return group.sizes.map((bytes) => ({collective: group.collective, bytes, factors, tuned: run.tuned ?? false, cycles: group.fastest(bytes).cycles}));
  });
  const found = [];
  for (const factor of ['network', 'NIC', ...varied]) {
    // Networks are compared if they have equally many ranks.
    const key = (point) => JSON.stringify([point.collective, point.bytes, point.tuned, factor === 'network' ? ranks[point.factors.network] ?? point.factors.network : null,
      ...Object.entries(point.factors).filter(([name]) => name !== factor)]);
    const places = new Map();
    for (const point of points) {
      const value = point.factors[factor];
      if (value === undefined) continue;
      if (!places.has(key(point))) places.set(key(point), {collective: point.collective, bytes: point.bytes, cycles: new Map()});
      const {cycles} = places.get(key(point));
      if (!cycles.has(value) || point.cycles < cycles.get(value)) cycles.set(value, point.cycles);
    }
    const full = [...places.values()].filter(({cycles}) => cycles.size > 1 && Math.min(...cycles.values()) > 0);
    if (full.length === 0) continue;
    const values = [...new Set(full.flatMap(({cycles}) => [...cycles.keys()]))];
    const most = Math.max(...full.map(({cycles}) => Math.max(...cycles.values()) / Math.min(...cycles.values())));
    found.push({factor, values, places: full, most});
  }
  return found.sort((a, b) => b.most - a.most);
}

/** One clause: who is faster than whom, and by how much. */
export function clause({factor, values, places, most}) {
  const cases = `${places.length === 1 ? '' : ` in all ${places.length} cases`}`;
  if (most === 1 && !names.includes(factor)) return `${factorName(factor)} changes nothing`;
  if (most === 1) return `${listed(values.map((value) => valueName(factor, value)))} are equal${cases}`;
  if (most < little) return `${factorName(factor)} changes at most ${(100 * (most - 1)).toFixed(1)} %`;
  // By who is the fastest, alone or equal to others: how much faster than the next best.
  const wins = new Map();
  let ties = 0;
  for (const {cycles} of places) {
    const best = Math.min(...cycles.values()), first = values.filter((value) => cycles.get(value) === best);
    const next = Math.min(...[...cycles.values()].filter((other) => other > best));
    if (next === Infinity) {
      ++ties;
      continue;
    }
    const key = JSON.stringify(first);
    if (!wins.has(key)) wins.set(key, {first, ratios: []});
    wins.get(key).ratios.push(next / best);
  }
  const [{first, ratios}, ...others] = [...wins.values()].sort((a, b) => b.ratios.length - a.ratios.length);
  const named = (list) => listed(list.map((value) => valueName(factor, value)));
  const within = places.filter(({cycles}) => first.every((value) => cycles.has(value)));
  const rest = values.filter((value) => !first.includes(value) && within.some(({cycles}) => cycles.has(value)));
  const kind = factor === 'network' ? 'networks' : factor === 'NIC' ? 'NICs' : 'values';
  const against = rest.length === 1 ? named(rest) : `the next best of the other ${rest.length} ${kind}`;
  const beats = `${named(first)} ${first.length > 1 ? 'are equal and beat' : 'beats'} ${against}`;
  if (ratios.length === within.length && others.length === 0 && ties === 0) return `${beats} by ${span(ratios)}`;
  const faster = others.map((other) => `${named(other.first)} ${other.first.length > 1 ? 'are' : 'is'} faster in ${other.ratios.length} by ${span(other.ratios)}`);
  return `${beats} in ${ratios.length} of ${within.length} cases by ${span(ratios)}${faster.length ? `, ${listed(faster)}` : ''}${ties > 0 ? `, ${ties} ${ties === 1 ? 'is' : 'are'} equal` : ''}`;
}
