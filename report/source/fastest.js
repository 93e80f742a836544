// The rule of "fastest": all schedules with the fewest cycles, in the order of the registry (firmware/collectives/algorithms.md).
// The program (sim/run/fastest.hpp) and the scripts (scripts/collnoc_tables/fastest.py) have the same rule.

/** Compares two algorithms of a collective. `order`: names by collective, in the order of the registry; others follow, by name. */
export function inOrder(order, collective) {
  const known = order?.[collective] ?? [];
  const place = (name) => known.includes(name) ? known.indexOf(name) : known.length;
  return (a, b) => place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The runs with the fewest cycles, in the order of the registry. `runs`: of one collective, at least one. */
export function fastest(runs, order) {
  const least = Math.min(...runs.map((run) => run.cycles));
  const compare = inOrder(order, runs[0].collective);
  return runs.filter((run) => run.cycles === least).sort((a, b) => compare(a.algorithm, b.algorithm));
}

/** Names in a sentence: "a", "a and b", "a, b and c". */
export const listed = (names) => names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

/** The same names where all of them are equal: "a, b, c: equal". */
export const namedAsEqual = (names) => names.length < 2 ? names.join('') : `${names.join(', ')}: equal`;
