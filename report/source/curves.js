// Cycles over bytes for each algorithm of a case, with the bound and the papers' predictions.
import * as Plot from '@observablehq/plot';
import {choice, element, number, short, size, times} from './format.js';
import {namedAsEqual} from './fastest.js';
import {addLegend, Picture, shape} from './picture.js';
import {most} from './styles.js';
import {colorOf, symbolOf, theme} from './theme.js';

/** The mark of a series, for a legend. */
export function seriesMark(color, symbol, dash) {
  return (x, y) => {
    const group = shape('g', {transform: `translate(${x},${y})`});
    group.append(shape('line', {x1: -10, x2: 10, stroke: color, 'stroke-width': 2, 'stroke-dasharray': dash ?? 'none'}));
    if (symbol) group.append(shape('path', {d: symbolPath(symbol), fill: color}));
    return group;
  };
}

export function symbolPath(name) {
  const r = 4.5;
  const polygon = (...points) => `M${points.map((p) => p.map((v) => (v * r).toFixed(2)).join(',')).join('L')}Z`;
  switch (name) {
    case 'square': return polygon([-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]);
    case 'triangle': return polygon([0, -1.2], [1.1, 0.8], [-1.1, 0.8]);
    case 'diamond': return polygon([0, -1.3], [1, 0], [0, 1.3], [-1, 0]);
    case 'star': return polygon(...Array.from({length: 10}, (_, i) => [0, 1].map((k) => (i % 2 ? 0.55 : 1.35) * (k ? -Math.cos(i * Math.PI / 5) : Math.sin(i * Math.PI / 5)))));
    case 'cross': return polygon([-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4], [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]);
    default: return `M${r},0A${r},${r} 0 1 1 ${-r},0A${r},${r} 0 1 1 ${r},0Z`;
  }
}

/** Plot's interface of a symbol, so that plot and legend have the same ones. */
export const plotSymbol = (name) => ({draw: (context) => {
  // All symbols are polygons or the circle.
  const path = symbolPath(name);
  if (name === 'circle') {
    context.arc(0, 0, 4.5, 0, 2 * Math.PI);
    return;
  }
  path.slice(1, -1).split('L').forEach((point, i) => {
    const [x, y] = point.split(',').map(Number);
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}});

/** Time that the paper's closed form gives, in cycles; null where there is none. */
export function paperCycles(run) {
  const cost = run.paper?.published ?? run.paper;
  if (!cost || run.bytes === 0) return null;
  const startup = run.rv32?.startup_cycles?.median ?? run.startup_cycles;
  return startup * cost.alpha + cost.beta * run.bytes * 8 / run.hardware.flit_bits;
}

/** Ticks of a logarithmic axis: as many powers, or 1-2-5, as there is space for. */
export function logTicks([low, high], space) {
  for (const steps of [[1, 2, 5], [1], null]) {
    const ticks = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); ++e)
      if (steps !== null || e % 2 === 0)
        for (const step of steps ?? [1]) if (step * 10 ** e >= low * 0.999 && step * 10 ** e <= high * 1.001) ticks.push(Number((step * 10 ** e).toPrecision(3)));
    if (ticks.length <= space / 26 || steps === null) return ticks;
  }
  return [];
}

/** Round values from `low` to `high`, about `count`. */
export function linearTicks(low, high, count) {
  const rough = (high - low) / count, unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * unit >= rough) * unit;
  return Array.from({length: Math.floor(high / step) - Math.ceil(low / step) + 1}, (_, i) => Number(((Math.ceil(low / step) + i) * step).toPrecision(6)));
}

/** A logarithmic axis on the left and its grid. Plot itself would leave the text of some ticks out. */
export const logAxis = (ticks, label) => [Plot.gridY(ticks), Plot.axisY(ticks, {label, text: short})];

/** Ticks at the sizes that were measured, fewer where they would overlap. */
function sizeTicks(sizes, width) {
  const step = Math.ceil(sizes.length * 38 / Math.max(60, width));
  return sizes.filter((_, i) => i % step === 0);
}

/** Lines that are shown in colour, by the reader's choice. `styles`: of the page. */
export class Chosen {
  constructor(group, styles) {
    this.group = group;
    this.names = group.algorithms;
    this.styles = styles;
    this.on = new Set(this.names.filter((name) => group.shown.has(name)));
  }
  color(name) {
    return colorOf(this.styles.get(name).color);
  }
  symbol(name) {
    return symbolOf(this.styles.get(name).symbol);
  }
  /** The lines in colour: lists of equal schedules, of which the first is drawn on top. */
  lines() {
    return this.group.equals.map((names) => names.filter((name) => this.on.has(name))).filter((names) => names.length > 0);
  }
  /** Boxes to tick, for the reader. */
  control(changed) {
    if (this.group.equals.length <= most) return null;
    const boxes = this.names.map((name) => element('label', {}, element('input', {
      type: 'checkbox', checked: this.on.has(name), onchange: (event) => {
        if (event.target.checked) this.on.add(name);
        else this.on.delete(name);
        changed();
      },
    }), ` ${name}`));
    return element('details', {class: 'boxes'}, element('summary', {}, 'algorithms in colour'), element('div', {}, ...boxes));
  }
}

/** The cycles of runs, bounds and predictions of cases. */
const allCycles = (cases) => cases.flatMap((group) => group.runs.flatMap((run) => [run.cycles, run.bound_cycles, paperCycles(run)])).filter((value) => value >= 1);

/** Pictures of `group.alike` have the same axes. */
export function addCurves(parent, id, group, styles) {
  const {alike} = group;
  const chosen = new Chosen(group, styles);
  const measured = allCycles(alike), sizes = [...new Set(alike.flatMap((one) => one.sizes))].filter((bytes) => bytes > 0);
  const hasPaper = group.runs.some((run) => paperCycles(run) > 0);
  const hasModel = group.runs.some((run) => run.predicted_cycles > 0);
  let predictions = hasPaper ? 'paper' : 'none';
  const hasBound = group.runs.every((run) => run.bound_cycles > 0);

  const draw = (width) => {
    const {text, quiet, ground} = theme();
    const points = group.runs.map((run) => ({...run, tip: `${run.algorithm}\n${size(run.bytes)} bytes: ${number(run.cycles)} cycles` +
      (hasBound ? `\n${times(run.cycles / run.bound_cycles)} the bound of ${number(run.bound_cycles)}` : '') +
      (paperCycles(run) ? `\npaper: ${number(Math.round(paperCycles(run)))} cycles` : '')}));
    const onTop = chosen.lines().flat();
    const strong = points.filter((run) => chosen.on.has(run.algorithm)).sort((a, b) => onTop.indexOf(b.algorithm) - onTop.indexOf(a.algorithm) || a.bytes - b.bytes), weak = points.filter((run) => !chosen.on.has(run.algorithm));
    const bound = hasBound ? group.sizes.map((bytes) => ({bytes, cycles: group.bound(bytes)})) : [];
    const predicted = strong.map((run) => ({bytes: run.bytes, algorithm: run.algorithm,
      cycles: predictions === 'paper' ? paperCycles(run) : predictions === 'schedule' ? run.predicted_cycles : null})).filter((run) => run.cycles >= 1);
    const values = [...measured, ...predicted.map((run) => run.cycles)];
    const domain = [values.reduce((a, b) => Math.min(a, b)) * 0.85, values.reduce((a, b) => Math.max(a, b)) * 1.15];
    const height = Math.round(Math.min(460, Math.max(300, width * 0.55)));
    const color = (run) => chosen.color(run.algorithm);
    const svg = Plot.plot({
      width, height, marginLeft: 58, marginRight: 16, marginTop: 28, marginBottom: 44,
      style: {fontSize: '12px', color: text, background: 'none', fontFamily: 'system-ui, sans-serif'},
      x: {type: 'log', base: 2, domain: [Math.min(...sizes), Math.max(...sizes)]},
      y: {type: 'log', domain},
      symbol: {type: 'identity'},
      marks: [
        ...logAxis(logTicks(domain, height - 72), '↑ cycles'),
        Plot.axisX(sizeTicks(group.sizes, width - 74), {label: 'bytes →', labelAnchor: 'center', text: size}),
        Plot.areaY(bound, {x: 'bytes', y1: domain[0], y2: 'cycles', fill: quiet, fillOpacity: 0.14}),
        Plot.lineY(bound, {x: 'bytes', y: 'cycles', stroke: text, strokeWidth: 2, className: 'bound'}),
        Plot.lineY(weak, {x: 'bytes', y: 'cycles', z: 'algorithm', stroke: quiet, strokeOpacity: 0.45, strokeWidth: 1}),
        Plot.dot(weak, {x: 'bytes', y: 'cycles', r: 2, fill: quiet, fillOpacity: 0.6, className: 'others'}),
        Plot.lineY(predicted, {x: 'bytes', y: 'cycles', z: 'algorithm', stroke: color, strokeWidth: 1.5, strokeDasharray: '5 4', className: 'predicted'}),
        Plot.lineY(strong, {x: 'bytes', y: 'cycles', z: 'algorithm', stroke: color, strokeWidth: 2}),
        Plot.dot(strong, {x: 'bytes', y: 'cycles', fill: color, stroke: ground, strokeWidth: 0.7, symbol: (run) => plotSymbol(chosen.symbol(run.algorithm)), className: 'measured'}),
        Plot.tip(points, Plot.pointer({x: 'bytes', y: 'cycles', title: 'tip', fill: ground, stroke: quiet})),
      ],
    });
    const items = chosen.lines().map((names) => ({name: namedAsEqual(names), marks: names.map((name) => seriesMark(chosen.color(name), chosen.symbol(name)))}));
    const others = group.algorithms.length - chosen.on.size;
    if (weak.length) items.push({name: others === 1 ? '1 other' : `${others} others`, mark: seriesMark(quiet)});
    if (hasBound) items.push({name: 'lower bound', mark: seriesMark(text)});
    if (predicted.length) items.push({name: predictions === 'paper' ? 'formula of the paper' : 'T_s α + T_c β', mark: seriesMark(text, null, '5 4')});
    return addLegend(svg, items);
  };
  const controls = [];
  if (hasPaper || hasModel)
    controls.push(choice('dashed:', [['none', 'nothing'], ...(hasPaper ? [['paper', 'formulas of the papers']] : []), ...(hasModel ? [['schedule', 'T_s α + T_c β of the schedule']] : [])], predictions, (value) => {
      predictions = value;
      picture.redraw();
    }));
  const boxes = chosen.control(() => picture.redraw());
  if (boxes) controls.push(boxes);
  const picture = new Picture(parent, {
    id, controls, title: 'Cycles over bytes',
    text: `Lower is better; both axes are logarithmic${alike.length > 1 ? `, and the same for all networks and hardware of the ${group.collective}` : ''}.${hasBound ? ' No schedule can be in the shaded area.' : ''}`,
    draw,
    rows: () => group.runs.map((run) => ({collective: run.collective, topology: run.topology, nic: run.nic, algorithm: run.algorithm, bytes: run.bytes, cycles: run.cycles, bound_cycles: run.bound_cycles ?? null, predicted_cycles: run.predicted_cycles ?? null, paper_cycles: paperCycles(run)})),
  });
}
