// The cycle in which each rank finishes.
import * as Plot from '@observablehq/plot';
import {choice, number, short, size} from './format.js';
import {Picture} from './picture.js';
import {colorOf, theme} from './theme.js';

/** `runs`: with `finish_cycle_per_rank`; `name(run)`: for the list to choose from; `end(run)`: cycles that the axis has at least. */
export function addFinish(parent, id, runs, name, {color = () => 0, end = () => 0, said = ''} = {}) {
  let at = 0;
  const rows = () => runs[at].finish_cycle_per_rank.map((cycle, rank) => ({rank, finish_cycle: cycle}));
  const draw = (width) => {
    const {text, quiet, ground} = theme(), fill = colorOf(color(runs[at]));
    const list = rows();
    const last = Math.max(...list.map((row) => row.finish_cycle));
    const bound = runs[at].bound_cycles;
    const many = list.length > 1024;
    return Plot.plot({
      width, height: Math.round(Math.min(340, Math.max(240, width * 0.45))), marginLeft: 58, marginTop: 28, marginBottom: 44, marginRight: 16,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {label: 'rank →', labelAnchor: 'center', domain: [-0.5, list.length - 0.5], ticks: Math.round(width / 70), tickFormat: (v) => Number.isInteger(v) ? short(v) : ''},
      y: {label: '↑ finish (cycles)', domain: [0, Math.max(last, end(runs[at])) * 1.03], grid: true, tickFormat: short},
      marks: [
        ...(bound > 0 ? [Plot.ruleY([bound], {stroke: text, strokeWidth: 1.5}), Plot.text([bound], {y: (b) => b, text: () => 'lower bound', frameAnchor: 'right', dy: bound > Math.max(last, end(runs[at])) / 8 ? 9 : -9})] : []),
        many ? Plot.lineY(list, {x: 'rank', y: 'finish_cycle', stroke: fill, strokeWidth: 1, className: 'finish'})
          : Plot.dot(list, {x: 'rank', y: 'finish_cycle', r: list.length > 200 ? 2 : 3, fill, className: 'finish'}),
        Plot.tip(list, Plot.pointerX({x: 'rank', y: 'finish_cycle', fill: ground, stroke: quiet, title: (row) => `rank ${row.rank}\nfinishes in cycle ${number(row.finish_cycle)}`})),
      ],
    });
  };
  const controls = runs.length < 2 ? [] : [choice('run:', runs.map((run, i) => [i, name(run)]), at, (value) => {
    at = Number(value);
    picture.redraw();
  })];
  const picture = new Picture(parent, {id, controls, title: 'Finish time of each rank', text: `When its part of the work is complete, counted from the start.${said}`, draw, rows});
}

/** The runs of a case, the fastest of its largest size first. */
export function addFinishOfCase(parent, id, group, styles) {
  const {alike} = group;
  const runs = [...group.sizes].reverse().flatMap((bytes) => group.at.get(bytes)).filter((run) => run.finish_cycle_per_rank?.length);
  // The fastest schedules of one size have the same axis in all cases; a slower one may need a longer axis.
  const end = (run) => Math.max(...alike.filter((one) => one.at.has(run.bytes)).map((one) => one.fastest(run.bytes).cycles));
  const said = alike.length > 1 ? ' For the fastest schedules, the axis is the same for all networks and hardware.' : '';
  if (runs.length) addFinish(parent, id, runs, (run) => `${run.algorithm}${group.sizes.length > 1 ? `, ${size(run.bytes)} bytes` : ''}`,
    {color: (run) => styles.get(run.algorithm).color, end, said});
}
