// Two results: which runs have become faster or slower, and what else has changed.
import * as Plot from '@observablehq/plot';
import {element, number, plural, times} from './format.js';
import {shorten} from './bars.js';
import {Picture, textWidth} from './picture.js';
import {theme} from './theme.js';

const rowsShown = 40;

function sentence({pairs, only}) {
  const faster = pairs.filter((p) => p.after.cycles < p.before.cycles), slower = pairs.filter((p) => p.after.cycles > p.before.cycles);
  const most = (list, ratio) => list.length ? ` (at most ${times(Math.max(...list.map(ratio)))})` : '';
  return `Of ${plural(pairs.length, 'run')} that both have, ${faster.length} became faster${most(faster, (p) => p.before.cycles / p.after.cycles)}, ` +
    `${slower.length} slower${most(slower, (p) => p.after.cycles / p.before.cycles)} and ${pairs.length - faster.length - slower.length} kept their cycles.` +
    (only[0] + only[1] > 0 ? ` ${plural(only[0], 'run')} only before, ${only[1]} only after.` : '');
}

/** Names of runs without the parts that all of them share: collective, network and so on. */
function distinct(names) {
  const parts = names.map((name) => name.split('/'));
  if (parts.some((own) => own.length !== parts[0].length)) return names;
  const differ = parts[0].map((part, i) => parts.some((own) => own[i] !== part));
  return parts.map((own, k) => own.filter((_, i) => differ[i]).join(', ') || names[k]);
}

export function addComparison(parent, compared) {
  const {pairs, sources, changes} = compared;
  const table = [['file', sources.map((s) => s.name)], ...changes];
  parent.append(element('p', {class: 'lead'}, sentence(compared)));
  parent.append(element('div', {class: 'scroll'}, element('table', {class: 'changes'}, element('thead', {}, element('tr', {}, element('th', {}, ''), element('th', {}, 'before'), element('th', {}, 'after'))),
    element('tbody', {}, ...table.map(([name, [before, after]]) => element('tr', {}, element('th', {}, name), element('td', {}, before), element('td', {}, after)))))));
  const all = pairs.map((p) => ({run: p.name, before: p.before.cycles, after: p.after.cycles, ratio: p.after.cycles / p.before.cycles,
    bound_before: p.before.bound_cycles, bound_after: p.after.bound_cycles,
    ...Object.fromEntries(['credit', 'arbitration', 'bank'].flatMap((cause) => [['before', p.before], ['after', p.after]].map(([when, run]) => [`stall_${cause}_${when}`, run.stall_cycles[cause]])))}))
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)) || (a.run < b.run ? -1 : 1));
  const changed = all.filter((row) => row.ratio !== 1);
  if (changed.length === 0) return;
  const shown = changed.slice(0, rowsShown);
  const labels = new Map(distinct(shown.map((row) => row.run)).map((label, i) => [shown[i].run, label]));
  const draw = (width) => {
    const {text, quiet, ground, better, worse} = theme();
    const longest = Math.max(...[...labels.values()].map((label) => label.length));
    const letters = Math.min(longest, Math.floor(width * 0.5 / 6.2));
    const far = Math.max(1.1, ...shown.map((row) => Math.exp(Math.abs(Math.log(row.ratio)))));
    const steps = [1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100].filter((t) => t <= far * 1.05);
    const outer = width > 560 ? steps.slice(-3) : steps.slice(-1);
    return Plot.plot({
      width, height: 64 + 20 * shown.length, marginLeft: 12 + Math.ceil(textWidth('x'.repeat(letters), 11)), marginRight: 24, marginTop: 10, marginBottom: 44,
      style: {fontSize: '11px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {type: 'log', domain: [1 / far / 1.02, far * 1.02]},
      y: {domain: shown.map((row) => row.run), label: null, tickSize: 0, tickFormat: (name) => shorten(labels.get(name), letters)},
      marks: [
        Plot.axisX([...outer.map((t) => 1 / t), 1, ...outer], {label: 'cycles after / before →', labelAnchor: 'center', text: (v) => `${Number(v.toPrecision(3))}`}),
        Plot.ruleX([1], {stroke: text}),
        Plot.ruleY(shown, {x1: 1, x2: 'ratio', y: 'run', stroke: (row) => row.ratio < 1 ? better : row.ratio > 1 ? worse : quiet, strokeWidth: 2}),
        Plot.dot(shown, {x: 'ratio', y: 'run', r: 5, fill: (row) => row.ratio < 1 ? better : row.ratio > 1 ? worse : quiet, symbol: (row) => row.ratio > 1 ? 'diamond2' : 'circle', className: 'changes'}),
        Plot.tip(shown, Plot.pointerY({x: 'ratio', y: 'run', fill: ground, stroke: quiet, title: (row) =>
          `${row.run}\nbefore ${number(row.before)} cycles, after ${number(row.after)}\n` +
          ['credit', 'arbitration', 'bank'].map((cause) => `stall cycles, ${cause}: ${number(row[`stall_${cause}_before`])} → ${number(row[`stall_${cause}_after`])}`).join('\n')})),
      ],
    });
  };
  new Picture(parent, {id: 'comparison', title: 'Cycles after and before', draw, rows: () => all,
    text: `Left of the line: faster (circles). Right of it: slower (diamonds).${changed.length > rowsShown ? ` The ${rowsShown} largest changes of ${changed.length}.` : ''} The CSV has all runs, also those that kept their cycles.`});
}
