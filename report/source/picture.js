// A picture of the page: a frame with a title, a drawing that follows width and theme, and buttons that save it.
import {csv, element} from './format.js';
import {isPrinting, onTheme, theme} from './theme.js';

const namespace = 'http://www.w3.org/2000/svg';
/** All pictures by their id. */
export const pictures = new Map();

const near = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) entry.target.picture.show();
}, {rootMargin: '600px'});

const widths = new ResizeObserver((entries) => {
  for (const entry of entries) entry.target.closest('figure').picture.resized();
});

function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  element('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A new SVG element. */
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The text of an SVG file with the picture as it is, on its own. */
export function svgText(svg, title) {
  const copy = svg.cloneNode(true);
  const {text, ground} = theme();
  for (const tip of copy.querySelectorAll('[aria-label="tip"]')) tip.remove();
  copy.setAttribute('xmlns', namespace);
  copy.setAttribute('style', `background:${ground};color:${text};font-family:system-ui,sans-serif;overflow:visible`);
  copy.style.setProperty('--plot-background', ground);
  copy.prepend(shape('title', {}, title));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

const letter = 6.7;  // pixels of a letter at 12 pixels
export const textWidth = (text, pixels = 12) => text.length * letter * pixels / 12;

/** Adds a legend below the drawing of `svg`. `items`: {name, mark(x, y): an SVG element; or marks, a list of these}. */
export function addLegend(svg, items, left = 10) {
  const width = Number(svg.getAttribute('width')), height = Number(svg.getAttribute('height'));
  const group = shape('g', {class: 'legend', 'font-size': 12, fill: 'currentColor', 'text-anchor': 'start'});
  let x = left, y = height + 14;
  for (const item of items) {
    const marks = item.marks ?? [item.mark], before = 24 * marks.length;
    // A long list of names takes several lines.
    const most = Math.max(12, Math.floor((width - left - before - 4) / textWidth('x')));
    const lines = item.name.split(' ').reduce((made, word) => {
      const last = made[made.length - 1];
      if (last !== undefined && `${last} ${word}`.length <= most) made[made.length - 1] = `${last} ${word}`;
      else made.push(word);
      return made;
    }, []);
    const wide = before + 2 + textWidth(lines.reduce((a, b) => a.length > b.length ? a : b)) + 14;
    if (x + wide > width && x > left) {
      x = left;
      y += 20;
    }
    const entry = shape('g', {'data-name': item.name}, ...marks.map((mark, i) => mark(x + 10 + 24 * i, y)),
      ...lines.map((line, i) => shape('text', {x: x + before, y: y + 16 * i, dy: '0.35em', stroke: 'none'}, line)));
    group.append(entry);
    x += wide;
    if (lines.length > 1) {
      y += 16 * (lines.length - 1);
      x = width;
    }
  }
  svg.append(group);
  const tall = y + 14;
  svg.setAttribute('height', tall);
  svg.setAttribute('viewBox', `0 0 ${width} ${tall}`);
  return svg;
}

/**
 * Adds a picture to `parent`. `draw(width)` returns the drawing, an SVG element or another one with a function `svg`
 * that makes its SVG; `rows()` returns its data as a list of objects.
 */
export class Picture {
  constructor(parent, {id, title, text, controls = [], draw, rows}) {
    this.id = id;
    this.title = title;
    this.draw = draw;
    this.rows = rows;
    this.place = element('div', {class: 'drawing'});
    this.caption = element('p', {class: 'note'}, text ?? '');
    const tools = element('div', {class: 'tools'}, ...controls,
      element('span', {class: 'save'},
        element('button', {type: 'button', 'data-save': 'svg', onclick: () => save(`${id}.svg`, 'image/svg+xml', this.svg())}, 'SVG'),
        element('button', {type: 'button', 'data-save': 'csv', onclick: () => save(`${id}.csv`, 'text/csv', this.csv())}, 'CSV')));
    this.figure = element('figure', {id}, element('figcaption', {}, element('h3', {}, title), this.caption), tools, this.place);
    this.figure.picture = this;
    this.place.style.minHeight = '240px';
    parent.append(this.figure);
    pictures.set(id, this);
    near.observe(this.figure);
    widths.observe(this.place);
    onTheme(() => {
      if (this.shown || isPrinting()) this.redraw();
    });
  }
  show() {
    if (!this.shown) this.redraw();
  }
  resized() {
    if (this.shown && this.place.clientWidth !== this.width) this.redraw();
  }
  redraw() {
    this.shown = true;
    near.unobserve(this.figure);
    this.width = this.place.clientWidth;
    const width = Math.max(280, this.width || 640);  // a page that is not laid out yet has none
    this.drawing = this.draw(isPrinting() ? Math.min(width, 680) : width);
    this.place.replaceChildren(this.drawing);
    this.place.style.minHeight = '';
  }
  svg() {
    this.show();
    return svgText(this.drawing.toSVG ? this.drawing.toSVG() : this.drawing, this.title);
  }
  csv() {
    return csv(this.rows());
  }
}
