// What a page says and how it looks before it is drawn. All equally fast schedules are named, in the order of the registry; what
// ran alone was not the fastest; what networks, NICs, executors and settings change comes first; a schedule has one colour.
//   node fastest_test.mjs [SEED]
import assert from 'node:assert/strict';
import {read} from '../../report/source/data.js';
import {fastest, listed, namedAsEqual} from '../../report/source/fastest.js';
import {column, span, tickTexts} from '../../report/source/format.js';
import {firstChoice, keysOf, leastOf} from '../../report/source/keys.js';
import {sentence} from '../../report/source/summary.js';

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}`);
let state = seed;
const random = (n) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % n;
};

const registry = ['recursive-division', 'line', 'ternary', 'd-node', 'np-d:2', 'a'];
const document_ = (runs) => ({
  runs: runs.map((run) => ({collective: 'broadcast', topology: 'torus:8x8', nic: 'all-port', bound_cycles: 10, source: 0, hardware: {}, root: 0, ...run})),
  sources: [{name: 'file'}], traffic: [], replays: [], programs: [], schedules: [], timelines: [], tuned: [], order: {broadcast: registry},
  ranks: {'torus:8x8': 64, 'mesh:8x8': 64, 'mesh:4x4': 16},
});
const said = (runs) => sentence(read(document_(runs)));

assert.match(said([{algorithm: 'd-node', bytes: 64, cycles: 96}, {algorithm: 'ternary', bytes: 64, cycles: 96}, {algorithm: 'line', bytes: 64, cycles: 97}]),
  /, ternary and d-node were fastest with 96 cycles, 9\.60 times the lower bound of 10, against 1 other schedule\.$/);
assert.match(said([{algorithm: 'line', bytes: 64, cycles: 97}]), /, line took 97 cycles, 9\.70 times the lower bound of 10\.$/);
assert.doesNotMatch(said([{algorithm: 'line', bytes: 64, cycles: 97, nic: 'one-port'}, {algorithm: 'line', bytes: 64, cycles: 97}]), /fastest/);
assert.match(said([{algorithm: 'd-node', bytes: 64, cycles: 96}, {algorithm: 'ternary', bytes: 64, cycles: 96}]), /, ternary and d-node are equal with 96 cycles, 9\.60 times/);
assert.equal(namedAsEqual(['eyes', 'eyes-fig2', 'eyes-optimal']), 'eyes, eyes-fig2, eyes-optimal: equal');
assert.equal(namedAsEqual(['eyes']), 'eyes');
assert.equal(said([]), 'There are no results yet.');

// Comparisons come first: networks, NICs, executors, settings.
const two = (one, other, cycles = [[100, 200], [90, 207]]) => said(cycles.flatMap(([a, b], i) => [
  {algorithm: 'line', bytes: 64 << i, cycles: a, ...one}, {algorithm: 'line', bytes: 64 << i, cycles: b, ...other}]));
assert.match(two({topology: 'torus:8x8'}, {topology: 'mesh:8x8'}), /^torus:8x8 beats mesh:8x8 by 2\.00 to 2\.30 times\. /);
assert.match(two({nic: 'one-port'}, {nic: 'all-port'}, [[300, 100]]), /^all-port beats one-port by 3\.00 times\. /);
assert.match(two({executor: 'nic'}, {executor: 'native'}, [[10, 100], [10, 105]]), /^nic beats native by 10\.0 to 10\.5 times\. /);
assert.match(two({hardware: {vc_depth: 4}}, {hardware: {vc_depth: 8}}, [[100, 101], [100, 100]]), /^VC depth changes at most 1\.0 %\. /);
assert.match(two({hardware: {vc_depth: 4}}, {hardware: {vc_depth: 8}}, [[100, 100], [50, 50]]), /^VC depth changes nothing\. /);
assert.match(two({nic: 'one-port'}, {nic: 'all-port'}, [[100, 200], [100, 200], [300, 100], [5, 5]]),
  /^one-port beats all-port in 2 of 4 cases by 2\.00 times, all-port is faster in 1 by 3\.00 times, 1 is equal\. /);
// Not of networks with other numbers of ranks; the largest effect is first; two factors, each with the other one equal.
assert.match(two({topology: 'torus:8x8'}, {topology: 'mesh:4x4'}), /^The schedules took|^2 cases/);
assert.match(said([['torus:8x8', 'one-port', 100], ['torus:8x8', 'all-port', 50], ['mesh:8x8', 'one-port', 110], ['mesh:8x8', 'all-port', 55]].map(([topology, nic, cycles]) =>
  ({algorithm: 'line', bytes: 64, topology, nic, cycles}))), /^all-port beats one-port by 2\.00 times; torus:8x8 beats mesh:8x8 by 1\.10 times\. /);
assert.match(said([2, 3, 4].map((depth) => ({algorithm: 'line', bytes: 64, hardware: {vc_depth: depth}, cycles: 100 * depth}))), /^VC depth 2 beats the next best of the other 2 values by 1\.50 times\. /);
const depths = (rows) => said(rows.flatMap((row, i) => Object.entries(row).map(([depth, cycles]) => ({algorithm: 'line', bytes: 64 << i, hardware: {vc_depth: Number(depth)}, cycles}))));
assert.match(depths([{2: 110, 4: 100, 8: 100}, {2: 120, 4: 100, 8: 100}]), /^VC depth 4 and VC depth 8 are equal and beat VC depth 2 by 1\.10 to 1\.20 times\. /);
assert.match(depths([{2: 110, 4: 100, 8: 100}, {2: 110, 4: 100, 8: 100}, {2: 90, 4: 99, 8: 99}, {2: 7, 4: 7, 8: 7}]),
  /^VC depth 4 and VC depth 8 are equal and beat VC depth 2 in 2 of 4 cases by 1\.10 times, VC depth 2 is faster in 1 by 1\.10 times, 1 is equal\. /);
assert.match(depths([{2: 100, 4: 120}, {8: 100, 16: 130}, {2: 100, 4: 130}]), /^VC depth 2 beats VC depth 4 in 2 of 2 cases by 1\.20 to 1\.30 times, VC depth 8 is faster in 1 by 1\.30 times\. /);
assert.match(depths([{2: 1000, 4: 1001}, {2: 100, 4: 120}]), /^VC depth 2 beats VC depth 4 by 1\.001 to 1\.200 times\. /);
assert.match(said(['line', 'ternary'].flatMap((algorithm, i) => ['one-port', 'all-port'].map((nic, k) => ({algorithm, bytes: 64, nic, cycles: 100 + 10 * i + 50 * k})))),
  /^one-port beats all-port by 1\.50 times, each with its fastest schedule\. line was fastest in 2 of 2 cases/);
// A picture of all runs: what can be chosen, what is at first, and that a point is the fastest of the others.
{
  const runs = ['torus:8x8', 'mesh:8x8'].flatMap((topology, t) => [1024, 64].flatMap((bytes) => [8, 4].flatMap((depth) => ['line', 'ternary'].map((algorithm, a) =>
    ({algorithm, topology, bytes, hardware: {vc_depth: depth}, cycles: bytes + 100 * t + 10 * depth + a})))));
  const page = read(document_(runs)), all = page.cases.flatMap((group) => group.runs), keys = keysOf(all, page.varied);
  assert.deepEqual(keys.map(({name, values}) => [name, values]), [['network', ['torus:8x8', 'mesh:8x8']], ['VC depth', [4, 8]], ['schedule', ['line', 'ternary']], ['bytes', [64, 1024]]]);
  const [x, colour, panel] = firstChoice(keys);
  assert.deepEqual([x, colour, panel].map(({name}) => name), ['bytes', 'network', 'VC depth']);
  const found = leastOf(all, [x, colour, panel]).map((point) => [point.x, point.colour, point.panel, point.run.cycles]).sort((a, b) => a[3] - b[3]);
  assert.equal(found.length, 8);
  assert.deepEqual(found.slice(0, 3), [[64, 'torus:8x8', 4, 104], [64, 'torus:8x8', 8, 144], [64, 'mesh:8x8', 4, 204]]);
  assert.deepEqual(leastOf(all, [colour, null, null]).map((point) => [point.x, point.run.cycles]), [['torus:8x8', 104], ['mesh:8x8', 204]]);
}

// Two results of the same runs begin with what changed.
const files = (before, after) => {
  const all = document_([...before.map((run) => ({...run, source: 0})), ...after.map((run) => ({...run, source: 1}))].map((run, i) => ({...run, id: run.bytes, algorithm: 'line', stall_cycles: {}})));
  all.sources = [{name: 'old'}, {name: 'new'}];
  return sentence(read(all));
};
assert.match(files([{bytes: 8, cycles: 100}, {bytes: 64, cycles: 100}, {bytes: 512, cycles: 9}], [{bytes: 8, cycles: 50}, {bytes: 64, cycles: 110}, {bytes: 512, cycles: 9}]),
  /^new against old: of 3 runs, 1 faster by 2\.00 times, 1 slower by 1\.10 times, 1 equal\. /);
assert.match(files([{bytes: 8, cycles: 100}], [{bytes: 8, cycles: 100}]), /^new against old: the run is equal in cycles\. /);

// `sequencer` is no setting of its own where it follows from the executor.
const caseNames = (runs) => read(document_(runs.map((run) => ({algorithm: 'line', bytes: 64, cycles: 9, ...run})))).cases.map((group) => group.settings);
const hardware = (sequencer, accumulate = false) => ({sequencer, accumulate});
assert.deepEqual(caseNames([{executor: 'native', hardware: hardware(false)}, {executor: 'nic', hardware: hardware(true)}]), ['native', 'nic']);
assert.deepEqual(caseNames([{executor: 'native', hardware: hardware(false)}, {executor: 'nic', hardware: hardware(true)}, {executor: 'nic', collective: 'reduce', hardware: hardware(true, true)}]), ['native', 'nic', 'nic']);
assert.deepEqual(caseNames([{executor: 'native', hardware: hardware(false)}, {executor: 'native', hardware: hardware(true)}]), ['sequencer off', 'sequencer on']);
assert.deepEqual(caseNames([{executor: 'native', hardware: hardware(false)}, {executor: 'native', hardware: hardware(true)}, {executor: 'nic', hardware: hardware(true)}]),
  ['native, sequencer off', 'native, sequencer on', 'nic, sequencer on']);

// Numbers beside each other have equally many decimals.
assert.equal(span([9.6, 10.25]), '9.6 to 10.3 times');
assert.equal(span([1.5, 1.5]), '1.50 times');
assert.equal(span([1, 1.5]), '1.00 to 1.50 times');
assert.equal(span([1.0004, 1.5]), '1.0004 to 1.5000 times');
assert.deepEqual(column([1, 22.456, null, 1234.5], 2), ['1.00', '22.46', '–', '1,234.50']);
assert.deepEqual([0, 0.5, 1].map(tickTexts([0, 0.5, 1])), ['0.0', '0.5', '1.0']);
assert.deepEqual([0, 0.05, 0.1].map(tickTexts([0, 0.05, 0.1])), ['0.00', '0.05', '0.10']);
assert.deepEqual([0, 1000, 2000].map(tickTexts([0, 1000, 2000])), ['0', '1k', '2k']);

// A schedule has one colour and symbol on the page; what is drawn together differs in colour; the same ones are in colour everywhere.
for (let n = 0; n < 200; ++n) {
  const names = Array.from({length: 3 + random(15)}, (_, i) => `s${i}`);
  const runs = ['one-port', 'all-port'].flatMap((nic) => [8, 64].flatMap((bytes) => names.filter(() => random(5) > 0).map((algorithm) => ({algorithm, nic, bytes, cycles: 90 + random(4)}))));
  const {cases, styles} = read(document_(runs));
  for (const group of cases) {
    const lines = group.equals.filter((names) => names.some((name) => group.shown.has(name)));
    assert(lines.length >= 1 && lines.length <= 6);
    for (const equal of group.equals) {
      assert.equal(new Set(equal.map((name) => group.byAlgorithm.get(name).map((run) => `${run.bytes} ${run.cycles}`).join())).size, 1);
      if (equal.some((name) => group.shown.has(name))) assert(equal.every((name) => group.shown.has(name)), 'equal schedules are one line');
    }
  }
  if (names.length <= 6) assert.equal(new Set([...styles.values()].map(({color}) => color)).size, styles.size);
  if (names.length <= 36) assert.equal(new Set([...styles.values()].map(({color, symbol}) => `${color} ${symbol}`)).size, styles.size);
}
// The fastest of each case are in colour in both.
{
  const {cases} = read(document_(['one-port', 'all-port'].flatMap((nic, k) => Array.from({length: 20}, (_, i) => ({algorithm: `s${i}`, nic, bytes: 8, cycles: 100 + (k ? 19 - i : i)})))));
  assert.deepEqual(cases[0].shown, cases[1].shown);
  assert.equal(cases[0].shown.size, 6);
  assert(cases.every((group) => group.shown.has(group.fastest(8).algorithm)));
}
// A thousand points do not take long.
{
  const begin = Date.now();
  const many = Array.from({length: 1000}, (_, i) => ({algorithm: registry[i % 5], bytes: 8 << (i % 4), nic: i % 3 ? 'one-port' : 'all-port', hardware: {vcs: i % 7}, cycles: 90 + random(50)}));
  assert.match(said(many), / beats /);
  assert(Date.now() - begin < 2000, `${Date.now() - begin} ms`);
}

for (let n = 0; n < 500; ++n) {
  const sizes = [8, 64, 512].slice(0, 1 + random(3));
  const names = registry.filter(() => random(3) > 0);
  if (names.length === 0) continue;
  const runs = sizes.flatMap((bytes) => names.map((algorithm) => ({algorithm, bytes, cycles: 90 + random(3)}))).sort(() => random(3) - 1);
  const text = said(runs);
  const at = (bytes) => {
    const own = runs.filter((run) => run.bytes === bytes), least = Math.min(...own.map((run) => run.cycles));
    return registry.filter((name) => own.some((run) => run.algorithm === name && run.cycles === least));
  };
  const group = read(document_(runs)).cases[0];
  for (const bytes of sizes) {
    assert.deepEqual(group.fastestNames(bytes), at(bytes));
    assert.deepEqual(fastest(group.at.get(bytes), {broadcast: registry}).map((run) => run.algorithm), at(bytes));
    assert.equal(group.fastest(bytes).algorithm, at(bytes)[0]);
  }
  const best = at(sizes[sizes.length - 1]);
  const contested = sizes.filter((bytes) => at(bytes).length < names.length);
  if (names.length === 1) assert.doesNotMatch(text, /fastest|led/, text);
  else if (best.length === names.length) assert(text.includes(`, ${listed(best)} are equal with`), text);
  else assert(text.includes(`, ${listed(best)} ${best.length > 1 ? 'were' : 'was'} fastest with`), text);
  if (names.length > 1 && best.length === 1 && sizes.length > 1) {
    const led = contested.filter((bytes) => at(bytes).includes(best[0])), alone = led.filter((bytes) => at(bytes).length === 1);
    assert(text.includes(`it led at ${led.length} of ${sizes.length} sizes${alone.length < led.length ? `, ${alone.length} of them alone` : ''}, against`), text);
  }
  // Two cases: the count of each leader.
  const both = said([...runs, ...runs.map((run) => ({...run, nic: 'one-port'}))]);
  assert(both.startsWith('all-port and one-port are equal') || both.startsWith('one-port and all-port are equal'), both);
  if (contested.length > 0) {
    const wins = registry.map((name) => contested.filter((bytes) => at(bytes).includes(name)).length * 2), most = Math.max(...wins);
    const leaders = registry.filter((_, i) => wins[i] === most);
    assert(both.includes(`. ${listed(leaders)} ${leaders.length > 1 ? 'were' : 'was'} fastest`), both);
    assert(both.includes(`fastest${leaders.length > 1 ? ', each' : ''} in ${most} of ${2 * contested.length} cases`), both);
  } else if (names.length > 1) {
    assert.match(both, /All schedules are equal in all \d+ cases; /);
  }
}
// An entry of `collnoc tune` with ties is as many runs.
const tuned = document_([]);
tuned.tuned = [{collective: 'broadcast', topology: 'torus:8x8', nic: 'all-port', bytes: 64, cycles: 96, algorithm: 'ternary', equal: ['d-node'], source: 0}];
assert.deepEqual(read(tuned).cases[0].fastestNames(64), ['ternary', 'd-node']);
