// What the results say: cases that can be compared with each other, their algorithms and sizes.
import {comparisons} from './factors.js';
import {fastest, inOrder} from './fastest.js';
import {assignStyles, distinct, shownFirst} from './styles.js';

/** Parameters of the hardware whose names a reader says otherwise. */
const spoken = {vcs: 'VCs', vc_depth: 'VC depth', vc_depth_flits: 'VC depth', vc_reads: 'VC reads'};

/** Settings of a run beside collective, network and bytes, by the names that the page shows. */
export function settings(run) {
  const {hardware = {}} = run;
  const all = {
    executor: run.executor, firmware: run.firmware, 'startup cycles': run.startup_cycles, 'step barrier': run.step_barrier,
    operation: run.op, type: run.type, root: run.root,
  };
  for (const [name, value] of Object.entries(hardware)) all[spoken[name] ?? name.replaceAll('_', ' ')] = value;
  return all;
}

/** What a NIC needs to perform a plan; `executor` says so already. */
const ofExecutor = ['sequencer', 'accumulate', 'float sums'];

/** Whether a setting only follows from the executor: equal in all runs of the same collective, type and executor, and in all native ones. */
function follows(runs, name) {
  const seen = new Map();
  for (const run of runs) {
    const value = settings(run)[name];
    if (value === undefined) continue;
    const key = run.executor === 'nic' ? [run.collective, run.type].join() : 'native';
    if (!seen.has(key)) seen.set(key, value);
    else if (seen.get(key) !== value) return false;
  }
  return true;
}

/** The names of the settings that are not the same in all runs, and do not follow from another one. */
export function varying(runs) {
  const seen = new Map();
  const differ = new Set();
  for (const run of runs)
    for (const [name, value] of Object.entries(settings(run))) {
      if (value === undefined) continue;
      if (!seen.has(name)) seen.set(name, value);
      else if (seen.get(name) !== value) differ.add(name);
    }
  return [...seen.keys()].filter((name) => differ.has(name)).filter((name) => !ofExecutor.includes(name) || !runs.some((run) => run.executor === 'nic') || !follows(runs, name));
}

export const word = (value) => value === true ? 'on' : value === false ? 'off' : String(value);

/** Settings as text: "vcs 4, executor nic". */
export function settingsText(run, names) {
  const all = settings(run);
  return names.filter((name) => all[name] !== undefined)
    .map((name) => ['executor', 'firmware', 'switching', 'operation', 'type'].includes(name) ? word(all[name]) : `${name} ${word(all[name])}`).join(', ');
}

export function groupBy(list, key) {
  const groups = new Map();
  for (const item of list) {
    const name = key(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return groups;
}

/** Runs that a reader compares: the same collective on the same hardware. `algorithms` in the order of their speed. */
class Case {
  constructor(key, runs, names, order) {
    const first = runs[0];
    this.key = key;
    this.collective = first.collective;
    this.topology = first.topology;
    this.nic = first.nic;
    this.settings = settingsText(first, names);
    this.runs = runs;
    this.sizes = [...new Set(runs.map((run) => run.bytes))].sort((a, b) => a - b);
    this.at = groupBy(runs, (run) => run.bytes);
    const compare = this.compare = inOrder(order, first.collective);
    for (const list of this.at.values()) list.sort((a, b) => a.cycles - b.cycles || compare(a.algorithm, b.algorithm));
    this.best = new Map([...this.at].map(([bytes, list]) => [bytes, fastest(list, order)]));
    this.byAlgorithm = groupBy(runs, (run) => run.algorithm);
    for (const list of this.byAlgorithm.values()) list.sort((a, b) => a.bytes - b.bytes);
    const rank = (name) => {
      const ratios = this.byAlgorithm.get(name).map((run) => run.cycles / this.fastest(run.bytes).cycles);
      return [-ratios.filter((ratio) => ratio === 1).length, Math.min(...ratios)];
    };
    const ranks = new Map([...this.byAlgorithm.keys()].map((name) => [name, rank(name)]));
    this.algorithms = [...this.byAlgorithm.keys()].sort((a, b) => {
      const [x, y] = [ranks.get(a), ranks.get(b)];
      return x[0] - y[0] || x[1] - y[1] || compare(a, b);
    });
    /** Schedules with the same cycles at all sizes, which one line shows: lists of names, in the order of `algorithms`. */
    this.equals = distinct(this.algorithms, this.byAlgorithm).map((names) => names.sort(compare));
  }
  get name() {
    return `${this.collective} on ${this.topology}, ${this.nic}${this.settings ? `, ${this.settings}` : ''}`;
  }
  /** One of the fastest runs: its numbers are those of all of them. */
  fastest(bytes) {
    return this.at.get(bytes)[0];
  }
  /** The names of all fastest schedules. */
  fastestNames(bytes) {
    return [...new Set(this.best.get(bytes).map((run) => run.algorithm))];
  }
  /** How many schedules there are to compare. */
  schedules(bytes) {
    return new Set(this.at.get(bytes).map((run) => run.algorithm)).size;
  }
  /** Whether schedules were compared, and some were slower. */
  contested(bytes) {
    return this.schedules(bytes) > this.fastestNames(bytes).length;
  }
  get largest() {
    return this.sizes[this.sizes.length - 1];
  }
  bound(bytes) {
    return this.fastest(bytes).bound_cycles;
  }
}

/** What a run is compared by with a run of another file. */
function compareKey(run, names) {
  return [run.id ?? '', settingsText(run, names)].join(' | ');
}

/** The runs that the first two files with runs share, and how the files differ; nothing where they share none. */
function comparison(document) {
  const bySource = [...groupBy(document.runs, (run) => run.source).values()];
  if (bySource.length < 2) return null;
  const [before, after] = bySource;
  const names = [...new Set([before, after].flatMap(varying))];
  const old = new Map(before.map((run) => [compareKey(run, names), run]));
  const pairs = after.filter((run) => old.has(compareKey(run, names))).map((run) => ({before: old.get(compareKey(run, names)), after: run, name: compareKey(run, names).replace(/ \| $/, '')}));
  if (pairs.length === 0) return null;
  const changes = new Map();
  for (const pair of pairs) {
    const [x, y] = [settings(pair.before), settings(pair.after)];
    x.backend = pair.before.backend;
    y.backend = pair.after.backend;
    for (const name of Object.keys(y)) if (word(x[name]) !== word(y[name])) changes.set(name, [word(x[name]), word(y[name])]);
  }
  if (changes.has('executor')) for (const name of ofExecutor) changes.delete(name);
  const sources = [pairs[0].before, pairs[0].after].map((run) => document.sources[run.source]);
  if (sources[0].version !== sources[1].version) changes.set('version', sources.map((source) => source.version ?? '–'));
  return {pairs, sources, changes, only: [before.length - pairs.length, after.length - pairs.length]};
}

/** Loads of the same traffic, from one file or from the points of a sweep. */
function trafficGroups(document) {
  const name = (t) => `${t.topology}, ${t.nic}, ${t.classes.map((c) => `${c.pattern}${['bernoulli', 'list'].includes(c.process) ? '' : ` ${c.process}`}`).join(' + ')}`;
  const key = (t) => JSON.stringify([t.topology, t.nic, t.classes.map((c) => ({...c, load: null})), t.hardware, t.source]);
  const groups = [...groupBy(document.traffic, key).values()].map((list) => ({
    name: name(list[0]), first: list[0], source: document.sources[list[0].source].name,
    loads: list.flatMap((t) => t.loads).sort((a, b) => a.offered - b.offered),
  }));
  for (const same of groupBy(groups, (group) => group.name).values()) {
    if (same.length === 1) continue;
    const all = same.map((group) => Object.fromEntries([...Object.entries(group.first.hardware), ['file', group.source], ...group.first.classes.map((c, i) => [`lengths ${i}`, c.lengths.map((l) => l.flits).join('/')])]));
    const differ = Object.keys(all[0]).filter((field) => new Set(all.map((values) => values[field])).size > 1);
    same.forEach((group, i) => {
      group.name += `, ${differ.filter((field, _, list) => field !== 'file' || list.length === 1).map((field) => `${field.replaceAll('_', ' ')} ${all[i][field]}`).join(', ')}`;
    });
  }
  return groups;
}

/** The entries of tables of `collnoc tune` as runs without a bound. */
const tunedRuns = (document) => document.tuned.flatMap(({equal = [], ...entry}) =>
  [entry.algorithm, ...equal].map((algorithm) => ({...entry, algorithm, root: 0, tuned: true})));

export function read(document) {
  const runs = [...document.runs, ...tunedRuns(document)];
  const names = varying(runs);
  const compared = comparison(document);
  const key = (run) => JSON.stringify([run.collective, run.topology, run.nic, settingsText(run, names), run.tuned ?? false, compared ? run.source : null]);
  const cases = [...groupBy(runs, key)].map(([name, list]) => new Case(name, list, names, document.order));
  for (const same of groupBy(cases, (one) => one.name).values())
    if (same.length > 1) for (const one of same) one.settings = [one.settings, document.sources[one.runs[0].source].name].filter(Boolean).join(', ');
  // Sections of one kind have the same axes, and the same schedules in colour: a collective on as many ranks.
  const ranks = document.ranks ?? {};
  for (const same of groupBy(cases, (one) => JSON.stringify([one.collective, ranks[one.topology] ?? one.topology])).values())
    for (const one of same) one.alike = same;
  for (const same of groupBy(cases, (one) => one.collective).values())
    for (const [one, shown] of shownFirst(same)) one.shown = shown;
  const styles = assignStyles(cases, cases.map((one) => one.shown));
  return {document, cases, compared, varied: names, traffic: trafficGroups(document), styles, comparisons: comparisons(compared ? cases.filter((one) => one.runs[0].source === compared.pairs[0].after.source) : cases, names, ranks)};
}
