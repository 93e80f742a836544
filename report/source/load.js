// Synthetic traffic: latency over load with confidence intervals and percentiles, and accepted over offered load.
import * as Plot from '@observablehq/plot';
import {choice, column, decimalsOf, element, number, tickTexts} from './format.js';
import {addLegend, Picture, shape} from './picture.js';
import {linearTicks, logAxis, logTicks, plotSymbol, seriesMark} from './curves.js';
import {symbols, theme} from './theme.js';

const style = () => ({fontSize: '12px', color: theme().text, background: 'none', fontFamily: 'system-ui, sans-serif'});
const height = (width) => Math.round(Math.min(420, Math.max(280, width * 0.55)));
const percentiles = [['p50', 'median'], ['p90', '90 %'], ['p99', '99 %'], ['p999', '99.9 %']];
const dashes = {p50: '6 3', p90: '5 4', p99: '3 3', p999: '1 3'};

const color = (i) => theme().series[i % theme().series.length];
const symbol = (i) => symbols[(i + Math.floor(i / symbols.length)) % symbols.length];
/** All pictures of traffic have the same one. */
function loadAxis(all, width) {
  const most = Math.max(...all.map((p) => p.offered)) * 1.03, ticks = linearTicks(0, most, Math.max(2, (width - 74) / 60));
  return {label: 'offered load (flits/node/cycle) →', labelAnchor: 'center', domain: [0, most], ticks, tickFormat: tickTexts(ticks)};
}

function points(groups) {
  return groups.flatMap((group, i) => group.loads.map((load) => ({...load, group: group.name, i,
    mean: load.latency_mean, low: load.latency_half_width === null ? null : load.latency_mean - load.latency_half_width,
    high: load.latency_half_width === null ? null : load.latency_mean + load.latency_half_width})));
}

function rows(groups) {
  return points(groups).map((p) => ({traffic: p.group, offered: p.offered, created: p.created, accepted: p.accepted, latency_mean: p.mean, latency_half_width: p.latency_half_width,
    ...Object.fromEntries(percentiles.map(([name]) => [`latency_${name}`, p.latency.total[name]])), latency_max: p.latency_max,
    ...Object.fromEntries(['queueing', 'network', 'serialization'].map((part) => [`${part}_mean`, p.latency[part].mean])), saturated: p.saturated, stability: p.stability,
    stall_credit: p.stall_cycles.credit, stall_arbitration: p.stall_cycles.arbitration, stall_bank: p.stall_cycles.bank}));
}

const groupItems = (groups) => groups.map((group, i) => ({name: group.name, mark: seriesMark(color(i), symbol(i))}));
/** The load that was chosen. Less may be offered; results of earlier versions have only that. */
const chosen = (load) => load.load ?? load.offered;
const state = (load) => load.saturated ? ' (saturated)' : load.stability === 'unknown' ? ' (not known if saturated)' : '';
const tipText = (p) => `${p.group}\noffered ${number(p.offered)}, accepted ${number(p.accepted)} flits/node/cycle${state(p)}\n` +
  `latency ${number(p.mean)}${p.latency_half_width === null ? '' : ` ± ${number(p.latency_half_width)}`} cycles (95 %)\n` +
  percentiles.map(([name, text]) => `${text}: ${number(p.latency.total[name])}`).join(', ') + `, maximum: ${number(p.latency_max)}`;

function addLatency(parent, groups) {
  let shown = groups.length === 1 ? '0' : 'none';
  const draw = (width) => {
    const {quiet, ground, text} = theme();
    const all = points(groups).filter((p) => p.mean !== null);
    const extra = shown === 'none' ? [] : all.filter((p) => p.i === Number(shown)).flatMap((p) => percentiles.map(([name]) => ({offered: p.offered, name, value: p.latency.total[name]})));
    const values = [...all.flatMap((p) => [p.mean, p.low, p.high]), ...extra.map((e) => e.value)].filter((v) => v > 0);
    const domain = [Math.min(...values) * 0.9, Math.max(...values) * 1.1];
    const svg = Plot.plot({
      width, height: height(width), marginLeft: 58, marginRight: 16, marginTop: 28, marginBottom: 44, style: style(),
      x: loadAxis(points(groups), width), y: {type: 'log', domain},
      symbol: {type: 'identity'},
      marks: [
        ...logAxis(logTicks(domain, height(width) - 72), '↑ latency (cycles)'),
        Plot.areaY(all, {x: 'offered', y1: (p) => Math.max(domain[0], p.low ?? NaN), y2: 'high', z: 'group', fill: (p) => color(p.i), fillOpacity: 0.22, className: 'band'}),
        ...percentiles.map(([name]) => Plot.lineY(extra.filter((e) => e.name === name), {x: 'offered', y: 'value', stroke: color(Number(shown)), strokeDasharray: dashes[name], strokeWidth: 1.3, className: name})),
        Plot.ruleX(all, {x: 'offered', y1: (p) => Math.max(domain[0], p.low ?? NaN), y2: 'high', stroke: (p) => color(p.i), strokeWidth: 1.2, className: 'interval'}),
        Plot.lineY(all, {x: 'offered', y: 'mean', z: 'group', stroke: (p) => color(p.i), strokeWidth: 2}),
        Plot.dot(all, {x: 'offered', y: 'mean', fill: (p) => p.saturated ? ground : color(p.i), stroke: (p) => color(p.i), symbol: (p) => plotSymbol(symbol(p.i)), className: 'mean'}),
        Plot.tip(all, Plot.pointer({x: 'offered', y: 'mean', title: tipText, fill: ground, stroke: quiet})),
      ],
    });
    const items = [...groupItems(groups), ...(extra.length ? percentiles.map(([name, label]) => ({name: label, mark: seriesMark(groups.length > 1 ? text : color(Number(shown)), null, dashes[name])})) : [])];
    return addLegend(svg, items);
  };
  const controls = groups.length < 2 ? [] : [choice('percentiles of:', [['none', 'none'], ...groups.map((g, i) => [i, g.name])], shown, (value) => {
    shown = value;
    picture.redraw();
  })];
  const picture = new Picture(parent, {id: 'latency', controls, title: 'Latency over load', draw, rows: () => rows(groups),
    text: 'Mean with its 95 % confidence interval, from the creation of a packet to its arrival. Hollow points: the network is saturated. The axis of latency is logarithmic.'});
}

function addAccepted(parent, groups) {
  const draw = (width) => {
    const {quiet, ground} = theme();
    const all = points(groups);
    const most = Math.max(...all.map((p) => p.offered)), accepted = Math.max(...all.map((p) => p.accepted)) * 1.05 || 1;
    const ticks = linearTicks(0, accepted, 6);
    const svg = Plot.plot({
      width, height: height(width), marginLeft: 58, marginRight: 16, marginTop: 28, marginBottom: 44, style: style(),
      x: loadAxis(all, width), y: {label: '↑ accepted load (flits/node/cycle)', grid: true, domain: [0, accepted], ticks, tickFormat: tickTexts(ticks)},
      symbol: {type: 'identity'},
      marks: [
        Plot.line([[0, 0], [most, most]].map(([x, y]) => ({x, y})), {x: 'x', y: 'y', stroke: quiet, strokeDasharray: '4 4', clip: true}),
        Plot.lineY(all, {x: 'offered', y: 'accepted', z: 'group', stroke: (p) => color(p.i), strokeWidth: 2}),
        Plot.dot(all, {x: 'offered', y: 'accepted', fill: (p) => p.saturated ? ground : color(p.i), stroke: (p) => color(p.i), symbol: (p) => plotSymbol(symbol(p.i)), className: 'accepted'}),
        Plot.tip(all, Plot.pointer({x: 'offered', y: 'accepted', title: tipText, fill: ground, stroke: quiet})),
      ],
    });
    return addLegend(svg, [...groupItems(groups), {name: 'all that is offered', mark: seriesMark(quiet, null, '4 4')}]);
  };
  new Picture(parent, {id: 'accepted', title: 'Accepted over offered load', text: 'Where a curve leaves the dashed line, the network is saturated.', draw, rows: () => rows(groups)});
}

const parts = ['queueing', 'network', 'serialization'];

function addParts(parent, groups) {
  let at = 0;
  const shown = (group) => {
    const all = group.loads.filter((load) => load.latency.total.mean !== null), good = all.filter((load) => !load.saturated);
    return good.length ? good : all;
  };
  const highest = Math.max(1, ...groups.flatMap((group) => shown(group).map((load) => load.latency.total.mean))) * 1.05;
  const list = () => {
    return shown(groups[at]).flatMap((load) => parts.map((part) => ({offered: load.offered, part, cycles: load.latency[part].mean})));
  };
  const draw = (width) => {
    const {quiet, ground} = theme();
    const all = list();
    const loads = [...new Set(all.map((p) => p.offered))];
    const shade = (part) => [1, 0.6, 0.3][parts.indexOf(part)];
    const ticks = linearTicks(0, highest, 6);
    const step = Math.ceil(loads.length * 40 / (width - 80));
    const svg = Plot.plot({
      width, height: height(width), marginLeft: 58, marginRight: 16, marginTop: 28, marginBottom: 44, style: style(),
      x: {type: 'band', domain: loads, label: 'offered load (flits/node/cycle) →', labelAnchor: 'center', ticks: loads.filter((_, i) => i % step === 0), tickFormat: tickTexts(loads)},
      y: {label: '↑ mean latency (cycles)', grid: true, domain: [0, highest], ticks, tickFormat: tickTexts(ticks)},
      marks: [
        Plot.barY(all, Plot.stackY({order: parts}, {x: 'offered', y: 'cycles', z: 'part', fill: color(at), fillOpacity: (p) => shade(p.part), insetLeft: 1, insetRight: 1, className: 'parts'})),
        Plot.tip(all, Plot.pointerX(Plot.stackY({order: parts}, {x: 'offered', y: 'cycles', z: 'part', fill: ground, stroke: quiet, title: (p) => `offered ${number(p.offered)}\n${p.part}: ${number(p.cycles)} cycles`}))),
      ],
    });
    return addLegend(svg, parts.map((part) => ({name: part, mark: (x, y) => shape('rect', {x: x - 9, y: y - 6, width: 18, height: 12, fill: color(at), 'fill-opacity': shade(part)})})));
  };
  const controls = groups.length < 2 ? [] : [choice('traffic:', groups.map((g, i) => [i, g.name]), at, (value) => {
    at = Number(value);
    picture.redraw();
  })];
  const picture = new Picture(parent, {id: 'parts', controls, title: 'Parts of the latency', draw, rows: list,
    text: 'Queueing until the head flit is on the first link, the way through the network, and the rest of the packet; loads that do not saturate the network. The axis begins at 0' + (groups.length > 1 ? ', and is the same for all traffic.' : '.')});
}

/** Of two results, the loads that both have: what differs, and whether the confidence intervals of the means are apart. */
export function differences([before, after]) {
  return before.loads.flatMap((a) => {
    const b = after.loads.find((load) => Math.abs(chosen(load) - chosen(a)) < 1e-9);
    if (!b) return [];
    const known = a.latency_half_width !== null && b.latency_half_width !== null;
    const apart = known ? Math.abs(b.latency_mean - a.latency_mean) > a.latency_half_width + b.latency_half_width : null;
    return [{load: chosen(a), latency_before: a.latency_mean, latency_after: b.latency_mean, ratio: a.latency_mean > 0 && b.latency_mean > 0 && !a.saturated && !b.saturated ? b.latency_mean / a.latency_mean : null, apart,
      accepted_before: a.accepted, accepted_after: b.accepted, state_before: state(a), state_after: state(b)}];
  });
}

function addDifferences(parent, groups) {
  const all = groups.length === 2 ? differences(groups) : [];
  if (all.length === 0) return;
  const cell = (text, state = '') => element('td', {class: 'n'}, `${text}${state}`);
  const texts = (key, decimals) => column(all.map((row) => row[key]), decimals);
  const latencies = ['latency_before', 'latency_after'].map((key) => texts(key, 2)), accepted = ['accepted_before', 'accepted_after'].map((key) => texts(key, 4));
  const loads = all.map((row) => row.load), loadText = tickTexts(loads), ratios = texts('ratio', decimalsOf(all.map((row) => row.ratio)));
  // What tells the two apart is enough of a name.
  const words = groups.map((group) => group.name.split(', '));
  const names = words.map((own, i) => own.filter((word) => !words[1 - i].includes(word)).join(', ') || ['first', 'second'][i]);
  const heads = ['load (flits/node/cycle)', ...names.map((name) => `latency (cycles), ${name}`), `${names[1]} / ${names[0]}`, '95 % intervals', ...names.map((name) => `accepted, ${name}`)];
  parent.append(element('div', {class: 'scroll'}, element('table', {class: 'changes', id: 'traffic-differences'},
    element('thead', {}, element('tr', {}, ...heads.map((text, i) => element('th', {class: i === 0 || text.startsWith('95') ? null : 'n'}, text)))),
    element('tbody', {}, ...all.map((row, i) => element('tr', {}, element('th', {}, loadText(row.load)),
      cell(latencies[0][i], row.state_before), cell(latencies[1][i], row.state_after), cell(ratios[i]),
      element('td', {}, row.apart === null ? '–' : row.apart ? 'apart' : 'overlap'), cell(accepted[0][i]), cell(accepted[1][i])))))));
}

export function addTraffic(parent, groups) {
  addDifferences(parent, groups);
  addLatency(parent, groups);
  addAccepted(parent, groups);
  addParts(parent, groups);
}
