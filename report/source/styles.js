// The colour and symbol of each schedule: one on the whole page, and the same schedules have colours in all sections of a collective.

/** How many lines of a picture have colours at first. */
export const most = 6;
const colors = 6, symbols = 6;

/** Names whose runs have the same cycles at all sizes, in lists. `runsOf`: by name, sorted by bytes. */
export function distinct(names, runsOf) {
  const lists = new Map();
  for (const name of names) {
    const key = runsOf.get(name).map((run) => `${run.bytes}:${run.cycles}`).join();
    if (!lists.has(key)) lists.set(key, []);
    lists.get(key).push(name);
  }
  return [...lists.values()];
}

/** The lines that `names` are in a case: lists of equal schedules. */
const linesOf = (group, names) => group.equals.filter((equal) => equal.some((name) => names.has(name)));

/** By case: the names that have colours at first, the same ones in all of these cases. First those that are the fastest somewhere, then those that are near. */
export function shownFirst(cases) {
  const score = new Map();  // [name] how often it is the fastest, and how near it comes
  for (const group of cases)
    for (const run of group.runs) {
      const ratio = run.cycles / group.fastest(run.bytes).cycles, own = score.get(run.algorithm) ?? {wins: 0, near: Infinity};
      score.set(run.algorithm, {wins: own.wins + (ratio === 1 ? 1 : 0), near: Math.min(own.near, ratio)});
    }
  const order = [...score.keys()].sort((a, b) => score.get(b).wins - score.get(a).wins || score.get(a).near - score.get(b).near || cases[0].compare(a, b));
  const equalTo = new Map(order.map((name) => [name, cases.flatMap((group) => group.equals.find((equal) => equal.includes(name)) ?? [])]));
  const shown = new Set();
  for (const name of order) {
    if (shown.has(name)) continue;
    // With it, those that are equal to it somewhere: there they are the same line.
    const added = new Set([name]);
    for (const one of added) for (const equal of equalTo.get(one)) added.add(equal);
    for (const one of shown) added.add(one);
    if (cases.every((group) => linesOf(group, added).length <= most)) for (const one of added) shown.add(one);
  }
  // Where these are too many, a case has at least its own fastest line.
  return new Map(cases.map((group) => [group, linesOf(group, shown).length > 0 ? shown : new Set(group.equals[0])]));
}

/**
 * By name: {color, symbol}, numbers. Names that a picture shows together have different colours as far as possible; the others
 * differ in their symbols. `shown`: a set of names for each case.
 */
export function assignStyles(cases, shown) {
  // [name] the names in the same pictures: 1, or more where both are drawn, each as the first of its equals.
  const beside = new Map(), drawn = 100;
  const lines = cases.map((group, i) => linesOf(group, shown[i]));
  for (const own of lines)
    for (const one of own)
      for (const other of own)
        if (one !== other)
          for (const [k, name] of one.entries()) {
            if (!beside.has(name)) beside.set(name, new Map());
            for (const [n, near] of other.entries()) beside.get(name).set(near, Math.max(beside.get(name).get(near) ?? 0, k + n === 0 ? drawn : 1));
          }
  const styles = new Map(), uses = Array(colors).fill(0);
  const place = (name) => {
    if (styles.has(name)) return;
    const near = Array(colors).fill(0);
    for (const [other, weight] of beside.get(name) ?? []) if (styles.has(other)) near[styles.get(other).color] += weight;
    const color = [...near.keys()].sort((a, b) => near[a] - near[b] || uses[a] - uses[b] || a - b)[0];
    // Of the first round, colour and symbol have the same number; each further round turns the symbols by one.
    const symbol = (color + uses[color]) % symbols;
    ++uses[color];
    styles.set(name, {color, symbol});
  };
  for (const own of lines) for (const [first] of own) place(first);
  for (const own of lines) for (const equal of own) for (const name of equal) place(name);
  for (const group of cases) for (const name of [...group.algorithms].sort(group.compare)) place(name);
  return styles;
}
