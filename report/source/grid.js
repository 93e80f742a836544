// All runs in one picture: what is on the axis, what the colours are and what has panels of its own is the reader's choice.
import * as Plot from '@observablehq/plot';
import {shorten} from './bars.js';
import {logAxis, logTicks, plotSymbol, seriesMark} from './curves.js';
import {valueName} from './factors.js';
import {choice, number, times} from './format.js';
import {firstChoice, keysOf, leastOf, none} from './keys.js';
import {addLegend, Picture, textWidth} from './picture.js';
import {colorOf, symbolOf, theme} from './theme.js';

/** More panels would be an atlas. */
const mostPanels = 16;

/** A picture of all runs of `page`, if they differ in something beside the schedule and the bytes. */
export function addGrid(parent, page) {
  const runs = page.cases.flatMap((group) => group.runs).filter((run) => run.cycles > 0);  // of the others a logarithmic axis has no place
  const keys = keysOf(runs, page.varied);
  if (!keys.some(({name}) => name !== 'schedule' && name !== 'bytes')) return;
  let chosen = firstChoice(keys);
  const points = () => leastOf(runs, chosen);

  const draw = (width) => {
    const [x, colour, panel] = chosen;
    const {text, quiet, ground} = theme(), all = points();
    const panels = panel ? panel.values.slice(0, mostPanels) : [none], colours = colour ? colour.values : [none];
    const shown = all.filter((point) => panels.includes(point.panel));
    const style = (value) => colour?.name === 'schedule' ? page.styles.get(value) : {color: colours.indexOf(value), symbol: colours.indexOf(value) + Math.floor(colours.indexOf(value) / 6)};
    const fill = (point) => colorOf(style(point.colour).color);
    const cycles = shown.map((point) => point.run.cycles);
    const domain = [cycles.reduce((a, b) => Math.min(a, b)) * 0.85, cycles.reduce((a, b) => Math.max(a, b)) * 1.15];
    const high = panels.length > 1 ? 150 : 300;
    const order = new Map(x.values.map((value, i) => [value, i]));
    const data = shown.map((point) => ({
      ...point, at: x.text(point.x), row: panel ? panel.text(point.panel) : '', cycles: point.run.cycles,
      tip: [...keys.map((key) => `${key.name} ${key.of(point.run) === undefined ? none : key.text(key.of(point.run))}`), `${number(point.run.cycles)} cycles${point.run.bound_cycles > 0 ? `, ${times(point.run.cycles / point.run.bound_cycles)} the bound` : ''}`].join('\n'),
    })).sort((a, b) => order.get(a.x) - order.get(b.x));
    // Names that have no space are cut; the pointer and the file of numbers have all of them.
    const space = Math.max(4, Math.floor((width - 74) / x.values.length / textWidth('x')) - 1);
    const every = Math.ceil(5 * textWidth('x') * x.values.length / (width - 74));
    const ticks = x.values.map(x.text).filter((_, i) => i % every === 0);
    const svg = Plot.plot({
      width, height: high * panels.length + 60, marginLeft: 58, marginRight: 16, marginTop: 26, marginBottom: 44,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {type: 'point', domain: x.values.map(x.text), padding: 0.4, label: null},
      y: {type: 'log', domain},
      fy: {domain: panels.map((value) => panel ? panel.text(value) : ''), axis: null, padding: 0.14},
      symbol: {type: 'identity'},
      marks: [
        ...logAxis(logTicks(domain, high - 30), '↑ cycles'),
        Plot.axisX(ticks, {text: (name) => shorten(name, space), label: `${x.name} →`, labelAnchor: 'center', anchor: 'bottom'}),
        ...(panel ? [Plot.text(panels.map((value) => ({row: panel.text(value)})), {fy: 'row', text: (d) => `${panel.name} ${d.row}`, frameAnchor: 'top-left', dx: 6, dy: -2, fontWeight: 600, className: 'panel'})] : []),
        Plot.lineY(data, {x: 'at', y: 'cycles', fy: 'row', z: 'colour', stroke: fill, strokeWidth: 2}),
        Plot.dot(data, {x: 'at', y: 'cycles', fy: 'row', fill, stroke: ground, strokeWidth: 0.7, symbol: (point) => plotSymbol(symbolOf(style(point.colour).symbol)), className: 'measured'}),
        Plot.tip(data, Plot.pointer({x: 'at', y: 'cycles', fy: 'row', title: 'tip', fill: ground, stroke: quiet})),
      ],
    });
    const items = colour ? colour.values.map((value) => ({name: valueName(colour.name, colour.text(value)), mark: seriesMark(colorOf(style(value).color), symbolOf(style(value).symbol))})) : [];
    if (panel && panel.values.length > mostPanels) items.push({name: `and ${panel.values.length - mostPanels} more panels`, mark: () => document.createElementNS('http://www.w3.org/2000/svg', 'g')});
    return addLegend(svg, items);
  };
  const names = [['', 'nothing'], ...keys.map(({name}) => [name, name])];
  const chooser = (i, label) => choice(label, i === 0 ? names.slice(1) : names, chosen[i]?.name ?? '', (name) => {
    chosen = chosen.map((key, k) => k === i ? keys.find((one) => one.name === name) ?? null : key);
    picture.redraw();
  });
  const picture = new Picture(parent, {
    id: 'grid', title: 'All runs', controls: [chooser(0, 'axis:'), chooser(1, 'colour:'), chooser(2, 'panels:')], draw,
    text: 'Lower is better; the axis of cycles is logarithmic and the same in all panels. A point is the fastest of all runs with the three values that are chosen.',
    rows: () => points().map(({run}) => ({...Object.fromEntries(keys.map((key) => [key.name, key.of(run) === undefined ? null : key.text(key.of(run))])), cycles: run.cycles, bound_cycles: run.bound_cycles ?? null})),
  });
  picture.figure.classList.add('wide');
}
