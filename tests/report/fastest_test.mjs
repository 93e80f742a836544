// All equally fast schedules are named, in the order of the registry; what ran alone was not the fastest.
//   node fastest_test.mjs [SEED]
import assert from 'node:assert/strict';
import {read} from '../../report/source/data.js';
import {fastest, listed} from '../../report/source/fastest.js';
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
});
const said = (runs) => sentence(read(document_(runs)));

assert.match(said([{algorithm: 'd-node', bytes: 64, cycles: 96}, {algorithm: 'ternary', bytes: 64, cycles: 96}, {algorithm: 'line', bytes: 64, cycles: 97}]),
  /, ternary and d-node were fastest with 96 cycles, 9\.60 times the lower bound of 10, against 1 other schedule\.$/);
assert.match(said([{algorithm: 'line', bytes: 64, cycles: 97}]), /, line took 97 cycles, 9\.70 times the lower bound of 10\.$/);
assert.doesNotMatch(said([{algorithm: 'line', bytes: 64, cycles: 97, nic: 'one-port'}, {algorithm: 'line', bytes: 64, cycles: 97}]), /fastest/);

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
  if (names.length === 1) assert.doesNotMatch(text, /fastest|led/, text);
  else assert(text.includes(`, ${listed(best)} ${best.length > 1 ? 'were' : 'was'} fastest with`), text);
  if (names.length > 1 && best.length === 1 && sizes.length > 1) {
    const led = sizes.filter((bytes) => at(bytes).includes(best[0])), alone = led.filter((bytes) => at(bytes).length === 1);
    assert(text.includes(`it led at ${led.length} of ${sizes.length} sizes${alone.length < led.length ? `, ${alone.length} of them alone` : ''}, against`), text);
  }
  // Two cases: the count of each leader.
  const both = said([...runs, ...runs.map((run) => ({...run, nic: 'one-port'}))]);
  if (names.length > 1) {
    const wins = registry.map((name) => sizes.filter((bytes) => at(bytes).includes(name)).length * 2), most = Math.max(...wins);
    const leaders = registry.filter((_, i) => wins[i] === most);
    assert(both.startsWith(`${listed(leaders)} ${leaders.length > 1 ? 'were' : 'was'} fastest`), both);
    assert(both.includes(`fastest${leaders.length > 1 ? ', each' : ''} in ${most} of ${2 * sizes.length} cases`), both);
  }
}
// An entry of `collnoc tune` with ties is as many runs.
const tuned = document_([]);
tuned.tuned = [{collective: 'broadcast', topology: 'torus:8x8', nic: 'all-port', bytes: 64, cycles: 96, algorithm: 'ternary', equal: ['d-node'], source: 0}];
assert.deepEqual(read(tuned).cases[0].fastestNames(64), ['ternary', 'd-node']);
