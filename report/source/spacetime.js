// A run in space and time: a row for each tile, time to the right; what each tile does, its steps, and its messages.
import {scaleLinear, select, zoom, zoomIdentity} from 'd3';
import {shorten} from './bars.js';
import {choice, element, number, short} from './format.js';
import {drawSeen, Kinds, seen} from './kinds.js';
import {Picture, shape} from './picture.js';
import {isPrinting, theme} from './theme.js';

const mostArrows = 4000;  // drawn at once; of more, every n-th

/** Draws to a canvas. */
class CanvasPen {
  constructor(context) {
    this.context = context;
  }
  rect(x, y, w, h, fill) {
    if (this.fill !== fill) this.context.fillStyle = this.fill = fill;
    this.context.fillRect(x, y, w, h);
  }
  lines(list, stroke, width) {
    this.context.strokeStyle = stroke;
    this.context.lineWidth = width;
    this.context.beginPath();
    for (const [x1, y1, x2, y2] of list) {
      this.context.moveTo(x1, y1);
      this.context.lineTo(x2, y2);
    }
    this.context.stroke();
  }
  heads(list, fill) {
    this.context.fillStyle = this.fill = fill;
    this.context.beginPath();
    for (const points of list) {
      points.forEach(([x, y], i) => i ? this.context.lineTo(x, y) : this.context.moveTo(x, y));
      this.context.closePath();
    }
    this.context.fill();
  }
  text(x, y, text, anchor, fill) {
    this.context.fillStyle = this.fill = fill;
    this.context.textAlign = {start: 'left', middle: 'center', end: 'right'}[anchor];
    this.context.textBaseline = 'middle';
    this.context.fillText(text, x, y);
  }
  clip(x, y, w, h, draw) {
    this.context.save();
    this.fill = null;
    this.context.beginPath();
    this.context.rect(x, y, w, h);
    this.context.clip();
    draw();
    this.context.restore();
    this.fill = null;
  }
}

/** Draws the same into an SVG element. */
class SvgPen {
  constructor(svg) {
    this.place = this.svg = svg;
  }
  rect(x, y, width, height, fill) {
    this.place.append(shape('rect', {x: x.toFixed(2), y: y.toFixed(2), width: width.toFixed(2), height: height.toFixed(2), fill}));
  }
  lines(list, stroke, width) {
    this.place.append(shape('path', {d: list.map(([x1, y1, x2, y2]) => `M${x1.toFixed(1)},${y1.toFixed(1)}L${x2.toFixed(1)},${y2.toFixed(1)}`).join(''), stroke, 'stroke-width': width, fill: 'none'}));
  }
  heads(list, fill) {
    this.place.append(shape('path', {d: list.map((points) => `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`).join(''), fill}));
  }
  text(x, y, text, anchor, fill) {
    this.place.append(shape('text', {x, y, dy: '0.35em', 'text-anchor': anchor, fill, 'font-size': 12}, text));
  }
  clip(x, y, width, height, draw) {
    this.svg.append(shape('clipPath', {id: 'time-clip'}, shape('rect', {x, y, width, height})));
    this.place = shape('g', {'clip-path': 'url(#time-clip)'});
    this.svg.append(this.place);
    draw();
    this.place = this.svg;
  }
}

/** The spans of each tile, in the order of time, so that only those in view are drawn. */
function spansOfTiles({tiles, spans, names}) {
  const rows = Array.from({length: tiles}, () => []);
  if (!spans) return rows;
  for (let i = 0; i < spans.name.length; ++i)
    rows[spans.tile[i]].push({name: names[spans.name[i]].name, category: names[spans.name[i]].category, begin: spans.begin[i], end: spans.begin[i] + spans.cycles[i]});
  return rows.map((row) => ({steps: row.filter((s) => s.category === 'step'), doing: row.filter((s) => s.category !== 'step')}))
    .map((row) => ({...row, doing: row.doing.sort((a, b) => a.begin - b.begin || b.end - a.end)}))
    .map((row) => ({...row, marks: row.doing.filter((s) => s.category === 'mark'), pieces: seen(row.doing.filter((s) => s.category !== 'mark'))}));
}

/** The index of the first element of `list` whose `begin` is at least `time`. */
function firstFrom(list, time) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].begin < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function addSpaceTime(parent, id, timeline) {
  const {tiles, end, messages, puts} = timeline;
  const rows = spansOfTiles(timeline);
  const kinds = new Kinds(rows.map(({pieces = []}) => pieces), new Set(timeline.names.filter((n) => n.category === 'function').map((n) => n.name)));
  const order = messages ? Array.from(messages.begin, (_, i) => i) : [];
  const longest = messages ? messages.cycles.reduce((a, b) => Math.max(a, b), 0) : 0;
  order.sort((a, b) => messages.begin[a] - messages.begin[b]);
  const starts = order.map((i) => ({begin: messages.begin[i]}));
  const hover = element('div', {class: 'hover', hidden: true});
  let transform = zoomIdentity, arrows = messages && order.length <= 20 * tiles ? 'all' : messages ? 'near' : 'none';
  let view, behaviour, canvas, drawnAt = zoomIdentity;

  const geometry = (width) => {
    const left = 58, right = 12, top = 8;
    const rowHeight = Math.max(isPrinting() ? 3 : 6, Math.min(22, 640 / tiles));
    const tall = Math.min(720, rowHeight * tiles);
    return {left, right, top, tall, width, height: top + tall + 50 + 20 * legendRows(width), inner: width - left - right};
  };
  const legendItems = () => [...kinds.legend().map(([name, color]) => [shorten(name, 30), color]), ...(timeline.names.some((n) => n.category === 'mark') ? [['marked part', theme().text]] : []), ...(rows.some((r) => r.steps?.length) ? [['step', null]] : []), ...(messages?.begin.length ? [['message', theme().text]] : []), ...(puts ? [['puts', theme().series[0]]] : [])];

  const legendRows = (width) => {
    let rows = 1, at = 10;
    for (const [name] of legendItems()) {
      if (at + 30 + name.length * 7 > width && at > 10) {
        at = 10;
        ++rows;
      }
      at += 44 + name.length * 7;
    }
    return rows;
  };

  const scales = (g) => ({
    x: transform.rescaleX(scaleLinear([0, end], [g.left, g.left + g.inner])),
    y: transform.rescaleY(scaleLinear([0, tiles], [g.top, g.top + g.tall])),
  });

  /** `pixels`: what is narrower may be left out. */
  const paint = (pen, g, pixels) => {
    const {text, quiet, ground, series} = theme();
    const {x, y} = scales(g);
    const [t0, t1] = x.domain(), [r0, r1] = y.domain();
    const firstRow = Math.max(0, Math.floor(r0)), lastRow = Math.min(tiles - 1, Math.ceil(r1));
    const row = y(1) - y(0);
    const minimum = pixels * (t1 - t0) / g.inner;
    const shades = [`${quiet}60`, `${quiet}38`];
    const colors = kinds.palette(), batches = new Map([...colors.keys()].map((name) => [name, []]));
    pen.rect(0, 0, g.width, g.height, ground);
    const marked = [];
    pen.clip(g.left, g.top, g.inner, g.tall, () => {
      for (let tile = firstRow; tile <= lastRow; ++tile) {
        const {steps = [], pieces = [], marks = []} = rows[tile];
        const top = y(tile), high = Math.max(1, row * 0.84);
        for (let i = Math.max(0, firstFrom(steps, t0) - 1); i < steps.length && steps[i].begin <= t1; ++i) {
          const s = steps[i];
          if (s.end - s.begin < minimum && i % 8 !== 0) continue;
          pen.rect(x(s.begin), top, Math.max(0.5, x(s.end) - x(s.begin)), high, shades[i % 2]);
        }
        drawSeen(pieces, Math.max(0, firstFrom(pieces, t0) - 1), t1, minimum, (begin, end, name) => batches.get(name).push([x(begin), top + high * 0.12, Math.max(0.7 * pixels, x(end) - x(begin)), high * 0.76]));
        for (const {begin, end} of marks) marked.push([x(begin), top + high * 0.9, Math.max(0.7, x(end) - x(begin)), high * 0.16]);
        if (puts) {
          const width = (end + 1) / puts.periods, largest = puts.largest ??= puts.sums.reduce((a, b) => Math.max(a, b), 1);
          for (let p = Math.max(0, Math.floor(t0 / width)); p < puts.periods && p * width <= t1; ++p) {
            const sum = puts.sums[tile * puts.periods + p];
            if (sum) pen.rect(x(p * width), top, Math.max(0.7, x(width) - x(0)), high, `${series[0]}${Math.round(40 + 215 * sum / largest).toString(16).padStart(2, '0')}`);
          }
        }
        if (steps.length && row > 5 && steps.length * 3 * (t1 - t0) < end * g.inner) pen.lines(steps.slice(firstFrom(steps, t0), firstFrom(steps, t1)).map((s) => [x(s.begin), top, x(s.begin), top + high]), text, 0.6);
      }
      for (const [name, list] of batches) for (const box of list) pen.rect(...box, colors.get(name));
      for (const box of marked) pen.rect(...box, text);
      if (!messages || arrows === 'none') return;
      const visible = [];
      for (let n = firstFrom(starts, t0 - longest); n < order.length && starts[n].begin <= t1; ++n) {
        const i = order[n];
        if (messages.begin[i] + messages.cycles[i] < t0) continue;
        if (arrows === 'near' && (t1 - t0) / end > 0.12 && n % Math.ceil(order.length / 400) !== 0) continue;
        visible.push(i);
      }
      const step = Math.ceil(visible.length / mostArrows);
      const shown = visible.filter((_, n) => n % step === 0).map((i) => [x(messages.begin[i]), y(messages.from[i] + 0.42), x(messages.begin[i] + messages.cycles[i]), y(messages.to[i] + 0.42)]);
      pen.lines(shown, `${text}70`, 0.8);
      const size = Math.min(6, 2 + row * 0.2);
      pen.heads(shown.map(([x1, y1, x2, y2]) => {
        const long = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / long, uy = (y2 - y1) / long;
        return [[x2, y2], [x2 - size * ux - size * 0.5 * uy, y2 - size * uy + size * 0.5 * ux], [x2 - size * ux + size * 0.5 * uy, y2 - size * uy - size * 0.5 * ux]];
      }), text);
      view.arrows = shown.length;
    });
    // Axes.
    for (const t of x.ticks(Math.max(2, g.inner / 90)).filter((t) => Number.isInteger(t))) {
      pen.lines([[x(t), g.top + g.tall, x(t), g.top + g.tall + 5]], quiet, 1);
      pen.text(x(t), g.top + g.tall + 14, short(t), t === end ? 'end' : 'middle', text);
    }
    pen.text(g.left + g.inner / 2, g.top + g.tall + 32, 'time (cycles) →', 'middle', text);
    const every = 2 ** Math.max(0, Math.ceil(Math.log2(16 / row)));
    for (let tile = firstRow; tile <= lastRow; ++tile) {
      const at = y(tile + 0.42);
      if (tile % every === 0 && at > g.top && at < g.top + g.tall) pen.text(g.left - 6, at, String(tile), 'end', text);
    }
    pen.text(4, g.top + 8, 'tile', 'start', text);
    let lx = 10, ly = g.top + g.tall + 56;
    view.legend = legendItems();
    for (const [name, fill] of view.legend) {
      if (lx + 30 + name.length * 7 > g.width && lx > 10) {
        lx = 10;
        ly += 20;
      }
      if (name === 'step') {
        pen.rect(lx, ly - 6, 8, 12, `${quiet}38`);
        pen.rect(lx + 8, ly - 6, 8, 12, `${quiet}60`);
      } else if (name === 'message') {
        pen.lines([[lx, ly, lx + 12, ly]], fill, 1);
        pen.heads([[[lx + 16, ly], [lx + 10, ly - 3], [lx + 10, ly + 3]]], fill);
      } else {
        pen.rect(lx, ly - 6, 16, 12, fill);
      }
      pen.text(lx + 22, ly, name, 'start', text);
      lx += 44 + name.length * 7;
    }
  };

  const repaint = (pixels = 1) => {
    const ratio = window.devicePixelRatio || 1;
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = '12px system-ui, sans-serif';
    paint(new CanvasPen(context), view.g, pixels);
  };

  // While the view moves, a frame is coarse.
  let frame = 0, rest = 0;
  const moved = () => {
    clearTimeout(rest);
    rest = setTimeout(repaint, 150);
    if (!frame) frame = requestAnimationFrame(() => {
      frame = 0;
      repaint(5);
    });
  };

  const describe = (px, py) => {
    const {x, y} = scales(view.g);
    const time = Math.floor(x.invert(px)), tile = Math.floor(y.invert(py));
    if (tile < 0 || tile >= tiles || time < 0 || time > end) return '';
    const {steps = [], doing = []} = rows[tile];
    const lines = [`tile ${tile}, cycle ${number(time)}`];
    const inside = (s) => s.begin <= time && time < s.end;
    for (const s of [...steps.filter(inside), ...doing.filter(inside).slice(-4)]) lines.push(`${s.name}: ${number(s.begin)}–${number(s.end)} (${number(s.end - s.begin)} cycles)`);
    if (messages) {
      const near = 6 * (x.invert(1) - x.invert(0));
      let n = 0;
      for (let k = firstFrom(starts, time - longest - near); k < order.length && starts[k].begin <= time + near && n < 4; ++k) {
        const i = order[k], arrives = messages.begin[i] + messages.cycles[i];
        const leaves = messages.from[i] === tile && Math.abs(messages.begin[i] - time) <= near, comes = messages.to[i] === tile && Math.abs(arrives - time) <= near;
        if (!leaves && !comes) continue;
        lines.push(`message ${messages.from[i]} → ${messages.to[i]}, ${number(messages.bytes[i])} bytes: ${number(messages.begin[i])}–${number(arrives)}`);
        ++n;
      }
    }
    if (puts) {
      const period = Math.floor(time * puts.periods / (end + 1)), sum = puts.sums[tile * puts.periods + period];
      lines.push(`${number(sum)} puts in ${number(Math.ceil(period * (end + 1) / puts.periods))}–${number(Math.ceil((period + 1) * (end + 1) / puts.periods))}`);
    }
    return lines.join('\n');
  };

  const draw = (width) => {
    const g = geometry(width);
    view = {g};
    const ratio = window.devicePixelRatio || 1;
    canvas = element('canvas', {width: Math.round(g.width * ratio), height: Math.round(g.height * ratio), style: `width:${g.width}px;height:${g.height}px`});
    behaviour = zoom().scaleExtent([1, Math.max(2, end / 10)]).extent([[g.left, g.top], [g.left + g.inner, g.top + g.tall]]).translateExtent([[g.left, g.top], [g.left + g.inner, g.top + g.tall]])
      .filter((event) => (event.type !== 'wheel' || event.ctrlKey || event.metaKey) && !event.button)
      .on('zoom', (event) => {
        transform = event.transform;
        if (event.sourceEvent || event.transform !== drawnAt) moved();
        drawnAt = event.transform;
      });
    select(canvas).call(behaviour);
    select(canvas).call(behaviour.transform, transform);
    repaint();
    canvas.addEventListener('pointermove', (event) => {
      const box = canvas.getBoundingClientRect();
      const [px, py] = [event.clientX - box.left, event.clientY - box.top];
      const text = px < g.left || py > g.top + g.tall ? '' : describe(px, py);
      hover.hidden = text === '';
      hover.textContent = text;
      hover.style.left = `${Math.max(0, Math.min(px + 14, box.width - hover.offsetWidth))}px`;
      hover.style.top = `${py + 16}px`;
    });
    canvas.addEventListener('pointerleave', () => {
      hover.hidden = true;
    });
    const drawing = element('div', {}, canvas, hover);
    drawing.view = view;
    drawing.scales = () => scales(g);
    drawing.toSVG = () => {
      const svg = shape('svg', {width: g.width, height: g.height, viewBox: `0 0 ${g.width} ${g.height}`});
      paint(new SvgPen(svg), g, 1);
      return svg;
    };
    return drawing;
  };

  const data = () => {
    const list = rows.flatMap(({steps = [], doing = []}, tile) => [...steps, ...doing].map((s) => ({what: s.name, tile, to: null, begin: s.begin, end: s.end, bytes: null})));
    if (messages) for (const i of order) list.push({what: 'message', tile: messages.from[i], to: messages.to[i], begin: messages.begin[i], end: messages.begin[i] + messages.cycles[i], bytes: messages.bytes[i]});
    if (puts) puts.sums.forEach((sum, k) => {
      if (sum) list.push({what: `${sum} puts`, tile: Math.floor(k / puts.periods), to: null, begin: Math.ceil(k % puts.periods * (end + 1) / puts.periods), end: Math.ceil((k % puts.periods + 1) * (end + 1) / puts.periods), bytes: null});
    });
    return list;
  };
  const zoomBy = (factor) => select(canvas).call(behaviour.scaleBy, factor);
  const controls = [
    ...(messages?.begin.length ? [choice('messages:', [['all', 'all'], ['near', 'a part until zoomed'], ['none', 'none']], arrows, (value) => {
      arrows = value;
      repaint();
    })] : []),
    element('span', {}, element('button', {type: 'button', 'data-zoom': 'in', title: 'zoom in', onclick: () => zoomBy(1.8)}, '+'), ' ',
      element('button', {type: 'button', 'data-zoom': 'out', title: 'zoom out', onclick: () => zoomBy(1 / 1.8)}, '−'), ' ',
      element('button', {type: 'button', 'data-zoom': 'all', onclick: () => select(canvas).call(behaviour.transform, zoomIdentity)}, 'all')),
  ];
  const picture = new Picture(parent, {id, controls, title: 'Tiles over time', draw, rows: data,
    text: `${timeline.spans ? 'What each tile does in every cycle.' : 'What tiles do is left out: there are too many steps and actions.'} ${messages?.begin.length ? 'Arrows lead from the put to the arrival of a message. ' : ''}Zoom with the buttons or Ctrl and the wheel, and drag.`});
  picture.figure.classList.add('wide');
}
