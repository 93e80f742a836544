// Cycles over the bound, a bar for each algorithm.
import * as Plot from '@observablehq/plot';
import {linearTicks, logTicks} from './curves.js';
import {choice, number, size, tickTexts, times} from './format.js';
import {Picture, textWidth} from './picture.js';
import {colorOf, theme} from './theme.js';

export const shorten = (name, letters) => name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;

/** The largest ratio from which the axis is logarithmic. */
const longest = 8;

/** Pictures of `group.alike` have the same axis. */
export function addBars(parent, id, group, styles) {
  const {alike} = group;
  let bytes = group.largest;
  const far = alike.flatMap((one) => one.runs).reduce((most, run) => run.bound_cycles > 0 ? Math.max(most, run.cycles / run.bound_cycles) : most, 1);
  const log = far > longest;
  const rows = () => group.at.get(bytes).map((run) => ({algorithm: run.algorithm, bytes, cycles: run.cycles, bound_cycles: run.bound_cycles, ratio: run.cycles / run.bound_cycles, steps: run.steps,
    stall_credit: run.stall_cycles.credit, stall_arbitration: run.stall_cycles.arbitration, stall_bank: run.stall_cycles.bank}));
  const draw = (width) => {
    const {text, quiet, ground} = theme();
    const runs = rows();
    const widest = Math.max(...runs.map((run) => run.algorithm.length));
    const letters = Math.min(widest, Math.floor(width * 0.4 / 6.7));
    const left = 12 + Math.ceil(textWidth('x'.repeat(letters))), right = 14 + textWidth('1,000,000');
    const ticks = log ? logTicks([1, far * 1.1], (width - left - right) * 0.7) : linearTicks(0, far * 1.02, Math.max(2, (width - left - right) / 60));
    const color = (run) => group.shown.has(run.algorithm) ? colorOf(styles.get(run.algorithm).color) : quiet;
    const label = (run) => `${number(run.cycles)}`;
    return Plot.plot({
      width, height: 64 + 22 * runs.length, marginLeft: left, marginRight: right, marginTop: 10, marginBottom: 44,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {type: log ? 'log' : 'linear', domain: [log ? 0.95 : 0, far * (log ? 1.1 : 1.02)]},
      y: {domain: runs.map((run) => run.algorithm), label: null, tickSize: 0, tickFormat: (name) => shorten(name, letters)},
      marks: [
        Plot.gridX(ticks, {stroke: quiet, strokeOpacity: 0.35}),
        Plot.axisX(ticks, {label: 'cycles / lower bound →', labelAnchor: 'center', text: tickTexts(ticks)}),
        // The length of a bar means nothing on a logarithmic axis.
        ...(log ? [Plot.ruleY(runs, {y: 'algorithm', stroke: quiet, strokeOpacity: 0.25}), Plot.dot(runs, {x: 'ratio', y: 'algorithm', r: 5, fill: color, className: 'dots'})]
          : [Plot.barX(runs, {x1: 0, x2: 'ratio', y: 'algorithm', fill: color, insetTop: 2, insetBottom: 2, className: 'bars'})]),
        Plot.text(runs, {x: 'ratio', y: 'algorithm', text: label, textAnchor: 'start', dx: log ? 9 : 5, fill: text, stroke: ground, strokeWidth: 4, className: 'cycles'}),
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
    text: `The number beside a ${log ? 'point' : 'bar'} is its cycles; the line at 1 is the lower bound. The axis is ${log ? 'logarithmic' : 'linear'}${alike.length > 1 || group.sizes.length > 1 ? `, and the same for ${[...(group.sizes.length > 1 ? ['all sizes'] : []), ...(alike.length > 1 ? ['all networks and hardware'] : [])].join(', ')}` : ''}.`,
  });
}
