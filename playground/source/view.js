// Draws the network in a moment of a run: links by the flits that they have carried, flits, messages, and what ranks do.
import {interpolateRgbBasis} from 'd3';
import {layout, linkShapes} from '../../report/source/layout.js';
import {theme, themeName} from '../../report/source/theme.js';

// As in report/source/network.js: lightness always changes in the same direction.
const ramps = {
  light: interpolateRgbBasis(['#d3dbe3', '#8fc1d8', '#3f8fbf', '#274f9c', '#3b0f6f']),
  dark: interpolateRgbBasis(['#3a424c', '#6a4590', '#b0477e', '#f0774e', '#fde08a']),
};
const margin = 1.3;  // cells around the network

/** The marks of what ranks do: they and the shapes repeat what the colours say. */
const marks = {put: '↑', wait: '…', other: '•', done: '✓', idle: ''};

/** Colour of the flits of a virtual channel. */
export const flitColor = (channel) => theme().series[[1, 2, 4, 5][channel]];

/** The state of a rank: one of `marks`. */
export function stateOf(doing, cycle, finish) {
  if (cycle >= finish) return 'done';
  if (doing === undefined) return 'idle';
  return doing === 'put' || doing === 'wait' ? doing : 'other';
}

export class NetworkView {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
  }
  /** `network`: as sim/report/compact.hpp describes it. */
  show(network) {
    this.network = network;
    this.plan = layout(network);
    this.shapes = linkShapes(network, this.plan);
    this.byLink = new Map(this.shapes.map((shape) => [shape.i, shape]));
  }
  /** Makes the drawing as wide as its place, and not higher than most of the window. */
  resize(width) {
    const high = Math.max(260, 0.66 * innerHeight);
    this.cell = Math.min(110, (width - 8) / (this.plan.wide + margin), Math.max(high / (this.plan.tall + margin), 14));
    this.left = (width - (this.plan.wide + margin) * this.cell) / 2;
    const tall = Math.ceil((this.plan.tall + margin) * this.cell);
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(tall * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${tall}px`;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.size = [width, tall];
  }
  place({x, y}) {
    return [(x + margin / 2) * this.cell + this.left, (y + margin / 2) * this.cell];
  }
  /** The point at `part` (0 to 1) of the way along a link. */
  along({stubs, curve, from, end}, part) {
    const between = (a, b, t) => ({x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t});
    if (stubs) return this.place(part < 0.5 ? between(...stubs[0], 2 * part) : between(...stubs[1], 2 * part - 1));
    if (!curve) return this.place(between(from, end, part));
    return this.place(between(between(from, curve, part), between(curve, end, part), part));
  }
  path(shape) {
    const c = this.context;
    c.beginPath();
    for (const [from, end] of shape.stubs ?? [[shape.from, shape.end]]) {
      c.moveTo(...this.place(from));
      if (shape.curve) c.quadraticCurveTo(...this.place(shape.curve), ...this.place(end));
      else c.lineTo(...this.place(end));
    }
  }
  /**
   * `moment`: {counts: flits of each link, most: the largest number to show, flits, messages: [{src, dst, part}], states: [rank],
   * part: of the cycle that has passed}. Without it, only the network.
   */
  draw(moment) {
    const c = this.context, {text, faint, ground, series} = theme();
    c.clearRect(0, 0, ...this.size);
    const color = ramps[themeName()];
    const order = moment ? [...this.shapes].sort((a, b) => moment.counts[a.i] - moment.counts[b.i]) : this.shapes;
    for (const shape of order) {
      const heat = moment ? Math.min(1, moment.counts[shape.i] / Math.max(1, moment.most)) : 0;
      c.strokeStyle = heat > 0 ? color(heat) : faint;
      c.lineWidth = Math.max(1, (0.04 + 0.1 * heat) * this.cell * (shape.curve ? 0.6 : 1));
      this.path(shape);
      c.stroke();
    }
    this.drawTiles(moment, {text, faint, ground, series});
    if (!moment) return;
    for (const message of moment.messages) this.drawMessage(message, series[1]);
    for (const flit of moment.flits) this.drawFlit(flit, moment.part, {text, ground});
  }
  drawTiles(moment, {text, faint, ground, series}) {
    const c = this.context, side = 0.36 * this.cell;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    this.plan.places.forEach((spot, rank) => {
      const [x, y] = this.place(spot), state = moment?.states[rank] ?? 'idle';
      c.fillStyle = state === 'put' ? series[0] : state === 'done' ? faint : ground;
      c.strokeStyle = state === 'wait' ? series[3] : text;
      c.lineWidth = Math.max(0.7, (state === 'wait' ? 0.05 : 0.02) * this.cell);
      c.setLineDash(state === 'wait' ? [0.09 * this.cell, 0.06 * this.cell] : []);
      c.beginPath();
      if (rank < this.network.tiles) c.rect(x - side / 2, y - side / 2, side, side);
      else c.arc(x, y, side / 2, 0, 2 * Math.PI);  // a switch
      c.fill();
      c.stroke();
      c.setLineDash([]);
      if (this.cell < 34) return;
      c.fillStyle = state === 'put' ? (themeName() === 'light' ? '#ffffff' : '#000000') : text;
      const size = Math.min(15, Math.max(9, 0.15 * this.cell)), both = marks[state] && this.cell >= 56;
      c.font = `${size}px system-ui, sans-serif`;
      c.fillText(rank, x, both ? y - 0.5 * size : y);
      if (both) c.fillText(marks[state], x, y + 0.6 * size);
    });
  }
  drawMessage({src, dst, part}, color) {
    const c = this.context, [x, y] = this.place(this.plan.places[src]), [to, down] = this.place(this.plan.places[dst]);
    c.strokeStyle = c.fillStyle = color;
    c.lineWidth = 1.2;
    c.setLineDash([5, 4]);
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(to, down);
    c.stroke();
    c.setLineDash([]);
    c.beginPath();
    const [mx, my, r] = [x + (to - x) * part, y + (down - y) * part, Math.max(3, 0.06 * this.cell)];
    c.moveTo(mx, my - r);
    c.lineTo(mx + r, my);
    c.lineTo(mx, my + r);
    c.lineTo(mx - r, my);
    c.fill();
  }
  /** A head is a square, other flits are circles; the colour is the virtual channel's. */
  drawFlit({link, channel, head}, part, {text, ground}) {
    const shape = this.byLink.get(link);
    if (!shape) return;
    const c = this.context, [x, y] = this.along(shape, part), r = Math.max(2.2, 0.075 * this.cell);
    c.fillStyle = flitColor(channel);
    c.strokeStyle = head ? text : ground;
    c.lineWidth = Math.max(1, 0.02 * this.cell);
    c.beginPath();
    if (head) c.rect(x - r, y - r, 2 * r, 2 * r);
    else c.arc(x, y, r, 0, 2 * Math.PI);
    c.fill();
    c.stroke();
  }
  /** The colours of the scale, for its legend. */
  static ramp(part) {
    return ramps[themeName()](part);
  }
}
