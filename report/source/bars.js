// Cycles over the bound, a bar for each algorithm.
import * as Plot from '@observablehq/plot';
import {linearTicks, logTicks} from './curves.js';
import {choice, number, short, size, times} from './format.js';
import {Picture, textWidth} from './picture.js';
import {theme} from './theme.js';

export const shorten = (name, letters) => name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;

export function addBars(parent, id, group) {
  let bytes = group.largest;
  const rows = () => group.at.get(bytes).map((run) => ({algorithm: run.algorithm, bytes, cycles: run.cycles, bound_cycles: run.bound_cycles, ratio: run.cycles / run.bound_cycles, steps: run.steps,
    stall_credit: run.stall_cycles.credit, stall_arbitration: run.stall_cycles.arbitration, stall_bank: run.stall_cycles.bank}));
  const draw = (width) => {
    const {text, quiet, ground, series} = theme();
    const runs = rows();
    const most = Math.max(...runs.map((run) => run.ratio));
    const log = most > 8;
    const longest = Math.max(...runs.map((run) => run.algorithm.length));
    const letters = Math.min(longest, Math.floor(width * 0.4 / 6.7));
    const left = 12 + Math.ceil(textWidth('x'.repeat(letters))), right = 14 + textWidth('1,000,000');
    const ticks = log ? logTicks([1, most * 1.1], (width - left - right) * 0.7) : linearTicks(0, most * 1.02, Math.max(2, (width - left - right) / 60));
    const label = (run) => `${number(run.cycles)}`;
    return Plot.plot({
      width, height: 64 + 22 * runs.length, marginLeft: left, marginRight: right, marginTop: 10, marginBottom: 44,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {type: log ? 'log' : 'linear', domain: [log ? 1 : 0, most * (log ? 1.1 : 1.02)]},
      y: {domain: runs.map((run) => run.algorithm), label: null, tickSize: 0, tickFormat: (name) => shorten(name, letters)},
      marks: [
        Plot.gridX(ticks, {stroke: quiet, strokeOpacity: 0.35}),
        Plot.axisX(ticks, {label: 'cycles / lower bound →', labelAnchor: 'center', text: short}),
        Plot.barX(runs, {x1: log ? 1 : 0, x2: 'ratio', y: 'algorithm', fill: (run, i) => i === 0 ? series[0] : quiet, fillOpacity: (run, i) => i === 0 ? 1 : 0.6, insetTop: 2, insetBottom: 2, className: 'bars'}),
        Plot.text(runs, {x: 'ratio', y: 'algorithm', text: label, textAnchor: 'start', dx: 5, className: 'cycles'}),
        Plot.ruleX([1], {stroke: text, strokeWidth: 2}),
        Plot.tip(runs, Plot.pointerY({x: 'ratio', y: 'algorithm', fill: ground, stroke: quiet, title: (run) =>
          `${run.algorithm}\n${number(run.cycles)} cycles, ${times(run.ratio)} the bound of ${number(run.bound_cycles)}\n${run.steps} steps\nstall cycles: credit ${number(run.stall_credit)}, arbitration ${number(run.stall_arbitration)}, bank ${number(run.stall_bank)}`})),
      ],
    });
  };
  const controls = group.sizes.length < 2 ? [] : [choice('bytes:', group.sizes.map((b) => [b, size(b)]), bytes, (value) => {
    bytes = Number(value);
    picture.redraw();
  })];
  const picture = new Picture(parent, {
    id, controls, title: 'Cycles over the bound', draw, rows,
    text: 'The number beside a bar is its cycles; the line at 1 is the lower bound.',
  });
}
