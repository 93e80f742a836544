// The network as a map of its links and tiles: use, and stalls by cause.
import {interpolateRgbBasis, quadtree, select, zoom, zoomIdentity} from 'd3';
import {choice, element, number, plural, short, size} from './format.js';
import {layout, linkShapes} from './layout.js';
import {addLegend, Picture, shape} from './picture.js';
import {theme, themeName} from './theme.js';

// From little to much, along which lightness always changes in the same direction.
const ramps = {
  light: interpolateRgbBasis(['#d3dbe3', '#8fc1d8', '#3f8fbf', '#274f9c', '#3b0f6f']),
  dark: interpolateRgbBasis(['#3a424c', '#6a4590', '#b0477e', '#f0774e', '#fde08a']),
};

/** What can be shown: of links and of tiles. */
const metrics = [
  {key: 'flits', name: 'flits', unit: 'flits', link: 'flits'},
  {key: 'credit', name: 'stalls: no space downstream', unit: 'stall cycles', link: 'credit_stalls', tile: 'credit_stalls'},
  {key: 'arbitration', name: 'stalls: another flit was granted', unit: 'stall cycles', link: 'arbitration_stalls', tile: 'arbitration_stalls'},
  {key: 'bank', name: 'stalls: memory bank busy', unit: 'stall cycles', tile: 'bank_stalls'},
  {key: 'finish', name: 'finish time', unit: 'cycles', tile: 'finish'},
  {key: 'bytes', name: 'bytes of all messages', unit: 'bytes', link: 'bytes'},
  {key: 'messages', name: 'messages', unit: 'messages', link: 'messages'},
];

/** Everything that has numbers of links: {name, topology, links, tiles, cycles}. */
function records({document, cases, traffic}) {
  const found = [];
  for (const group of cases)
    for (const bytes of [...group.sizes].reverse())
      for (const run of group.at.get(bytes)) {
        if (!run.links) continue;
        const tiles = {...run.tiles};
        if (run.finish_cycle_per_rank) tiles.finish = run.finish_cycle_per_rank;
        found.push({name: `${run.algorithm}${bytes ? `, ${size(bytes)} bytes` : ''}: ${group.name}`, topology: run.topology, links: run.links, tiles, cycles: run.cycles});
      }
  for (const group of traffic)
    for (const load of group.loads)
      if (load.link_use.links) found.push({name: `${group.name}, load ${load.offered}`, topology: group.first.topology, links: load.link_use.links, tiles: load.link_use.tiles ?? {}, cycles: load.link_use.cycles});
  for (const {trace, topology, result} of document.replays)
    if (result.link_use.links) found.push({name: `${trace} on ${topology}`, topology, links: result.link_use.links, tiles: result.link_use.tiles ?? {}, cycles: result.link_use.cycles});
  for (const schedule of document.schedules)
    found.push({name: `schedule ${schedule.algorithm}: ${schedule.collective} on ${schedule.topology}, ${schedule.nic}`, topology: schedule.topology, links: schedule.links, tiles: {}, cycles: 0});
  return found;
}

const offered = (record) => metrics.filter((metric) => record.links[metric.link] || record.tiles[metric.tile]);
const point = ({x, y}) => `${x.toFixed(1)},${y.toFixed(1)}`;

/** What a link is beside its flits: a long one takes more cycles, a narrow one a flit in several cycles. */
function special(network, i) {
  const delay = network.delays?.[i] ?? 1, interval = network.intervals?.[i] ?? 1;
  return {delay, interval, long: delay > 1, narrow: interval > 1};
}
const longText = (delay) => `${delay} cycles`;
const narrowText = (interval) => `a flit in ${interval} cycles`;

/** Signs on a link of direction `u`: a gap in it, with two strokes for a long one, two triangles tip to tip for a narrow one. */
function signs({long, narrow}, {x, y}, u, s) {
  const n = {x: -u.y, y: u.x};
  const at = (along, across) => `${(x + (u.x * along + n.x * across) * s).toFixed(1)},${(y + (u.y * along + n.y * across) * s).toFixed(1)}`;
  const half = long && narrow ? 1.75 : 1, mid = long && narrow ? 0.8 : 0;  // of the gap, and where each of two signs is
  let markup = `<path class="gap" stroke="none" d="M${at(-half, -1)}L${at(half, -1)}L${at(half, 1)}L${at(-half, 1)}Z"/>`;
  if (long) markup += `<path class="long" fill="none" stroke-width="${(0.3 * s).toFixed(1)}" d="M${at(-mid - 0.35, -0.85)}L${at(-mid - 0.35, 0.85)}M${at(-mid + 0.35, -0.85)}L${at(-mid + 0.35, 0.85)}"/>`;
  if (narrow) markup += `<path class="narrow" stroke="none" fill="currentColor" d="M${at(mid - 0.7, -0.85)}L${at(mid - 0.7, 0.85)}L${at(mid + 0.7, -0.85)}L${at(mid + 0.7, 0.85)}Z"/>`;
  return markup;
}

/** The delay and interval of a link, as columns of a table, in networks where some differ. */
const timesOf = (network, i) => network.delays ? {delay: i === null ? null : network.delays[i], interval: i === null ? null : network.intervals[i]} : {};

/** The kinds of long and narrow links of a network, with their values. */
function specials(network) {
  const seen = {long: new Set(), narrow: new Set()};
  network.neighbours.forEach((to, i) => {
    if (to < 0) return;
    const {delay, interval} = special(network, i);
    if (delay > 1) seen.long.add(delay);
    if (interval > 1) seen.narrow.add(interval);
  });
  const range = (values, text) => text(values.size < 2 ? [...values][0] : `${Math.min(...values)} to ${Math.max(...values)}`);
  return [...(seen.long.size ? [{kind: {long: true}, name: `long link: ${range(seen.long, longText)}`}] : []),
    ...(seen.narrow.size ? [{kind: {narrow: true}, name: `narrow link: ${range(seen.narrow, narrowText)}`}] : [])];
}

/** The colours and their values, below the map. */
function ramp(width, y, most, unit) {
  const group = shape('g', {class: 'ramp', 'font-size': 12, fill: 'currentColor'});
  const long = Math.min(260, width - 60), steps = 26;
  for (let i = 0; i < steps; ++i)
    group.append(shape('rect', {x: 10 + i * long / steps, y, width: long / steps + 0.5, height: 10, fill: ramps[themeName()](i / (steps - 1))}));
  for (const [part, anchor] of [[0, 'start'], [0.5, 'middle'], [1, 'end']])
    group.append(shape('text', {x: 10 + part * long, y: y + 24, 'text-anchor': anchor}, part === 0 ? '0' : short(most * part)));
  group.append(shape('text', {x: 10, y: y - 6}, unit));
  return group;
}

export function addNetworks(parent, page) {
  const all = records(page);
  if (all.length === 0) return;
  const networks = page.document.networks;
  const geometry = new Map();
  let at = 0, metric = offered(all[0])[0];
  const hover = element('div', {class: 'hover', hidden: true});
  let behaviour, svg;

  const record = () => all[at];
  const shapesOf = (topology) => {
    if (!geometry.has(topology)) {
      const plan = layout(networks[topology], topology);
      geometry.set(topology, {plan, links: linkShapes(networks[topology], plan)});
    }
    return geometry.get(topology);
  };
  const linkName = ({rank, link, to}) => `${rank} → ${to} (${networks[record().topology].links[link]})`;

  const draw = (width) => {
    const {topology, links, tiles} = record();
    const {plan, links: shapes} = shapesOf(topology);
    const {text, faint, ground} = theme();
    const color = ramps[themeName()];
    const linkValues = links[metric.link], tileValues = tiles[metric.tile];
    const count = networks[topology].tiles;  // further nodes are switches
    const most = Math.max(1, linkValues ? Math.max(...linkValues) : 0, tileValues ? Math.max(...tileValues) : 0);
    const margin = 1.3;
    const cell = Math.min(90, (width - 8) / (plan.wide + margin));
    const place = ({x, y}) => ({x: (x + margin / 2) * cell + (width - (plan.wide + margin) * cell) / 2, y: (y + margin / 2) * cell});
    const tall = (plan.tall + margin) * cell;
    const thick = (part) => (0.05 + 0.09 * part) * cell;
    const parts = shapes.map((s) => {
      const value = linkValues ? linkValues[s.i] : 0;
      const path = s.stubs ? s.stubs.map(([from, end]) => `M${point(place(from))}L${point(place(end))}`).join('') : s.curve ? `M${point(place(s.from))}Q${point(place(s.curve))} ${point(place(s.end))}` : `M${point(place(s.from))}L${point(place(s.end))}`;
      return {value, curved: s.curve ? 1 : 0, markup: `<path class="link" data-i="${s.i}" data-v="${value}" d="${path}" stroke="${linkValues ? color(value / most) : faint}" stroke-width="${(thick(value / most) * (s.curve ? 0.6 : 1)).toFixed(2)}"/>`};
    });
    parts.sort((a, b) => b.curved - a.curved || a.value - b.value);  // much is on top
    const scale = Math.max(3, Math.min(8, 0.11 * cell));
    const marks = shapes.map((s) => {
      const kind = special(networks[topology], s.i);
      if (!kind.long && !kind.narrow) return '';
      // Nearer to where it begins than the sign of the other direction.
      const at = ({from, end, mid, curve}) => place(from && !curve ? {x: from.x + 0.38 * (end.x - from.x), y: from.y + 0.38 * (end.y - from.y)} : mid);
      const [a, b] = [place(plan.places[s.rank]), place(plan.places[s.to])], far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      return signs(kind, at(s), {x: (b.x - a.x) / far, y: (b.y - a.y) / far}, scale);
    });
    const side = 0.34 * cell;
    const nodes = plan.places.map((p, rank) => {
      const {x, y} = place(p);
      const value = tileValues && rank < count ? tileValues[rank] : null;
      if (rank >= count)
        return `<circle class="switch" data-r="${rank}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(side / 2).toFixed(1)}" fill="${cell < 24 ? faint : ground}"/>`;
      return `<rect class="tile" data-r="${rank}"${value === null ? '' : ` data-v="${value}"`} x="${(x - side / 2).toFixed(1)}" y="${(y - side / 2).toFixed(1)}" width="${side.toFixed(1)}" height="${side.toFixed(1)}" rx="${(side / 6).toFixed(1)}" fill="${value !== null ? color(value / most) : cell < 24 ? faint : ground}"/>`;
    });
    const names = cell < 40 ? [] : plan.places.map((p, rank) => {
      const {x, y} = place(p);
      const filled = tileValues && rank < count;
      const bright = filled && (themeName() === 'light' ? tileValues[rank] / most > 0.45 : tileValues[rank] / most < 0.55);
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" dy="0.35em" fill="${filled ? (bright ? '#ffffff' : '#000000') : text}">${rank}</text>`;
    });
    svg = shape('svg', {width, height: tall + 62, viewBox: `0 0 ${width} ${tall + 62}`, 'font-family': 'system-ui, sans-serif', fill: text});
    const clip = `clip-${at}-${metric.key}`;
    const map = shape('g', {class: 'map'});
    map.innerHTML = `<g fill="none">${parts.map((p) => p.markup).join('')}</g><g class="signs" fill="${ground}" stroke="${text}" color="${text}">${marks.join('')}</g><g stroke="${text}" stroke-width="${(0.02 * cell).toFixed(2)}">${nodes.join('')}</g>` +
      `<g text-anchor="middle" font-size="${Math.min(12, 0.2 * cell).toFixed(1)}">${names.join('')}</g>`;
    svg.append(shape('clipPath', {id: clip}, shape('rect', {x: 0, y: 0, width, height: tall})),
      shape('g', {'clip-path': `url(#${clip})`}, shape('rect', {x: 0, y: 0, width, height: tall, fill: 'none', 'pointer-events': 'all'}), map), ramp(width, tall + 24, most, metric.unit));
    const kinds = specials(networks[topology]);
    if (kinds.length) addLegend(svg, kinds.map(({kind, name}) => ({name, mark: (x, y) => {
      const group = shape('g', {class: 'signs', fill: ground, stroke: text, color: text});
      group.innerHTML = `<path d="M${x - 10},${y}L${x + 10},${y}" stroke="${color(0.6)}" stroke-width="3"/>${signs(kind, {x, y}, {x: 1, y: 0}, 6)}`;
      return group;
    }})));
    behaviour = zoom().scaleExtent([1, 40]).translateExtent([[0, 0], [width, tall]]).extent([[0, 0], [width, tall]])
      .filter((event) => (event.type !== 'wheel' || event.ctrlKey || event.metaKey) && !event.button)
      .on('zoom', ({transform}) => map.setAttribute('transform', transform));
    select(svg).call(behaviour);
    // What is nearest to the pointer: a link by its middle, or a tile.
    const near = quadtree([...shapes.map((s) => ({...place(s.mid), s})), ...plan.places.map((p, rank) => ({...place(p), rank}))], (d) => d.x, (d) => d.y);
    svg.addEventListener('pointermove', (event) => {
      const box = svg.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const {k, x: dx, y: dy} = svg.__zoom ?? zoomIdentity;
      const hit = event.target.dataset?.i !== undefined ? {s: shapes.find((s) => s.i === Number(event.target.dataset.i))} : near.find((x - dx) / k, (y - dy) / k, 0.6 * cell);
      if (!hit || y > tall) {
        hover.hidden = true;
        return;
      }
      hover.textContent = hit.s ? describeLink(hit.s) : describeTile(hit.rank);
      hover.hidden = false;
      hover.style.left = `${Math.max(0, Math.min(x + 14, box.width - hover.offsetWidth))}px`;
      hover.style.top = `${y + 16}px`;
    });
    svg.addEventListener('pointerleave', () => {
      hover.hidden = true;
    });
    const drawing = element('div', {}, svg, hover);
    drawing.toSVG = () => svg;
    return drawing;
  };

  const describeLink = (s) => {
    const {links, cycles} = record();
    const {delay, interval, long, narrow} = special(networks[record().topology], s.i);
    const lines = [linkName(s), ...(long ? [`long: ${longText(delay)}`] : []), ...(narrow ? [`narrow: ${narrowText(interval)}`] : [])];
    for (const m of metrics) if (links[m.link]) lines.push(`${m.name}: ${number(links[m.link][s.i])}${m.key === 'flits' && cycles ? ` (${number(links[m.link][s.i] / cycles)} per cycle)` : ''}`);
    return lines.join('\n');
  };
  const describeTile = (rank) => {
    const {tiles} = record();
    const isTile = rank < networks[record().topology].tiles;
    const lines = [`${isTile ? 'tile' : 'switch'} ${rank}`];
    for (const m of metrics) if (isTile && tiles[m.tile]) lines.push(`${m.name}: ${number(tiles[m.tile][rank])}`);
    return lines.join('\n');
  };
  const rows = () => {
    const {topology, links, tiles} = record();
    const names = [...new Set(['flits', 'credit_stalls', 'arbitration_stalls', 'bank_stalls', 'finish', 'messages', 'bytes'].filter((name) => links[name] || tiles[name]))];
    const {links: shapes, plan} = shapesOf(topology);
    return [...shapes.map((s) => ({rank: s.rank, link: networks[topology].links[s.link], to: s.to, ...timesOf(networks[topology], s.i), ...Object.fromEntries(names.map((name) => [name, links[name]?.[s.i] ?? null]))})),
      ...(Object.keys(tiles).length ? plan.places.slice(0, networks[topology].tiles).map((_, rank) => ({rank, link: null, to: null, ...timesOf(networks[topology], null), ...Object.fromEntries(names.map((name) => [name, tiles[name]?.[rank] ?? null]))})) : [])];
  };

  const metricPlace = element('span');
  const offerMetrics = () => metricPlace.replaceChildren(choice('show:', offered(record()).map((m) => [m.key, m.name]), metric.key, (value) => {
    metric = metrics.find((m) => m.key === value);
    picture.redraw();
  }));
  const zoomBy = (factor) => select(svg).call(behaviour.scaleBy, factor);
  const controls = [
    ...(all.length < 2 ? [] : [choice('of:', all.map((r, i) => [i, r.name]), at, (value) => {
      at = Number(value);
      if (!offered(record()).includes(metric)) metric = offered(record())[0];
      offerMetrics();
      picture.redraw();
    })]), metricPlace,
    element('span', {}, element('button', {type: 'button', 'data-zoom': 'in', title: 'zoom in', onclick: () => zoomBy(1.6)}, '+'), ' ',
      element('button', {type: 'button', 'data-zoom': 'out', title: 'zoom out', onclick: () => zoomBy(1 / 1.6)}, '−'), ' ',
      element('button', {type: 'button', 'data-zoom': 'all', onclick: () => select(svg).call(behaviour.transform, zoomIdentity)}, 'all')),
  ];
  const picture = new Picture(parent, {id: 'network-map', controls, title: `Links and tiles${all.length === 1 ? `: ${all[0].name}` : ''}`, draw, rows,
    text: 'A line is one direction of a link; traffic keeps to the right. Short ends at the edge are the two ends of a link that wraps around; curved lines are links between tiles further apart. Squares are tiles, circles switches without a tile. The scale of colours ends at the largest value shown. Zoom with the buttons or Ctrl and the wheel, and drag.'});
  picture.figure.classList.add('wide');
  offerMetrics();
}
