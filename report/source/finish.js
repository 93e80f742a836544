// The cycle in which each rank finishes.
import * as Plot from '@observablehq/plot';
import {choice, number, short, size} from './format.js';
import {Picture} from './picture.js';
import {theme} from './theme.js';

/** `runs`: with `finish_cycle_per_rank`; `name(run)`: for the list to choose from. */
export function addFinish(parent, id, runs, name) {
  let at = 0;
  const rows = () => runs[at].finish_cycle_per_rank.map((cycle, rank) => ({rank, finish_cycle: cycle}));
  const draw = (width) => {
    const {text, quiet, ground, series} = theme();
    const list = rows();
    const last = Math.max(...list.map((row) => row.finish_cycle));
    const bound = runs[at].bound_cycles;
    const many = list.length > 1024;
    return Plot.plot({
      width, height: Math.round(Math.min(340, Math.max(240, width * 0.45))), marginLeft: 58, marginTop: 28, marginBottom: 44, marginRight: 16,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {label: 'rank →', labelAnchor: 'center', domain: [-0.5, list.length - 0.5], ticks: Math.round(width / 70), tickFormat: (v) => Number.isInteger(v) ? short(v) : ''},
      y: {label: '↑ finish (cycles)', domain: [0, last * 1.03], grid: true, tickFormat: short},
      marks: [
        ...(bound > 0 ? [Plot.ruleY([bound], {stroke: text, strokeWidth: 1.5}), Plot.text([bound], {y: (b) => b, text: () => 'lower bound', frameAnchor: 'right', dy: bound > last / 8 ? 9 : -9})] : []),
        many ? Plot.lineY(list, {x: 'rank', y: 'finish_cycle', stroke: series[0], strokeWidth: 1, className: 'finish'})
          : Plot.dot(list, {x: 'rank', y: 'finish_cycle', r: list.length > 200 ? 2 : 3, fill: series[0], className: 'finish'}),
        Plot.tip(list, Plot.pointerX({x: 'rank', y: 'finish_cycle', fill: ground, stroke: quiet, title: (row) => `rank ${row.rank}\nfinishes in cycle ${number(row.finish_cycle)}`})),
      ],
    });
  };
  const controls = runs.length < 2 ? [] : [choice('run:', runs.map((run, i) => [i, name(run)]), at, (value) => {
    at = Number(value);
    picture.redraw();
  })];
  const picture = new Picture(parent, {id, controls, title: 'Finish time of each rank', text: 'When its part of the work is complete, counted from the start.', draw, rows});
}

/** The runs of a case, the fastest of its largest size first. */
export function addFinishOfCase(parent, id, group) {
  const runs = [...group.sizes].reverse().flatMap((bytes) => group.at.get(bytes)).filter((run) => run.finish_cycle_per_rank?.length);
  if (runs.length) addFinish(parent, id, runs, (run) => `${run.algorithm}${group.sizes.length > 1 ? `, ${size(run.bytes)} bytes` : ''}`);
}
