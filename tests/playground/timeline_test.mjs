// The page's timeline: on every link as many flits as the program counts, heads and tails where the packets begin and end.
import assert from 'node:assert/strict';
import {Moment, lastAtMost, passed, readTimeline} from '../../playground/source/timeline.js';

const packet = (tid, ts, dur, flits) => ({name: 'packet to 1', cat: 'packet', ph: 'X', pid: 1, tid, ts, dur, args: {flits}});
const text = JSON.stringify({traceEvents: [
  packet(4, 10, 3, 3), packet(4, 20, 9, 3), packet(5, 12, 4, 2), packet(12, 0, 1, 1),
  {name: 'put', cat: 'activity', ph: 'X', pid: 0, tid: 0, ts: 0, dur: 5}, {name: 'wait', cat: 'activity', ph: 'X', pid: 0, tid: 2, ts: 3, dur: 7},
  {name: 'message', cat: 'message', ph: 's', id: 0, pid: 0, tid: 0, ts: 4, args: {bytes: 16}}, {name: 'message', cat: 'message', ph: 'f', id: 0, pid: 0, tid: 2, ts: 9},
]});
const timeline = readTimeline(text, 4), moment = new Moment(timeline, 4);

assert.equal(lastAtMost([1, 3, 5], 0), -1);
assert.equal(lastAtMost([1, 3, 5], 3), 1);
assert.equal(lastAtMost([1, 3, 5], 9), 2);
// Sums are those of the packets, and grow by the flits that are shown.
assert.deepEqual([...moment.counts(100)], [0, 8, 0, 1]);
const sums = new Int32Array(4);
for (let cycle = 0; cycle < 40; ++cycle) {
  assert.deepEqual([...moment.counts(cycle)], [...sums], `cycle ${cycle}`);
  for (const flit of moment.flits(cycle)) ++sums[flit.link];
}
// A packet without stalls has a flit in every cycle; a stalled one begins and ends where it did.
const on = (cycle) => moment.flits(cycle).filter(({link, channel}) => link === 1 && channel === 0);
assert.deepEqual([10, 11, 12, 13].map((cycle) => on(cycle).length), [1, 1, 1, 0]);
assert.equal(on(10)[0].head, true);
assert.equal(on(12)[0].tail, true);
assert.equal(on(20)[0].head, true);
assert.equal(on(28)[0].tail, true);
assert.equal(passed(timeline.packets, lastAtMost(timeline.packets.begin, 20, 0, 2), 28), 2);
// Ranks and messages, from their first cycle to before their last one.
assert.deepEqual([...moment.doings(4)], [[0, 'put'], [2, 'wait']]);
assert.deepEqual([...moment.doings(5)], [[2, 'wait']]);
assert.deepEqual([3, 4, 8, 9].map((cycle) => moment.messages(cycle).length), [0, 1, 1, 0]);
assert.deepEqual([timeline.messages.src[0], timeline.messages.dst[0], timeline.messages.bytes[0]], [0, 2, 16]);
console.log('timeline: good');
