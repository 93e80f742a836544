// What a timeline's tiles do: which of nested spans is seen when, and the colour of each name, the largest first.
import {theme} from './theme.js';

/** What a schedule's tiles do has these colours on all pages, numbers of a series; sleep is faint. */
const fixed = {wait: 1, put: 0, combine: 2, 'NIC busy': 3, 'start-up': 4, barrier: 5, sleep: 'faint'};

/** Pieces of time without overlap, {name, begin, end}: at each time the last span that has begun and not ended. `spans` by begin, the outer ones first. */
export function seen(spans) {
  const pieces = [], open = [];
  let now = 0;
  const advance = (time) => {
    while (open.length && now < time) {
      const {name, end} = open.at(-1), until = Math.min(time, end);
      if (until > now) pieces.push({name, begin: now, end: until});
      now = Math.max(now, until);
      if (end <= now) open.pop();
    }
    now = Math.max(now, time);
  };
  for (const span of spans) {
    advance(span.begin);
    open.push(span);
  }
  advance(Infinity);
  return pieces;
}

/**
 * Calls `draw(begin, end, name)` for what of `pieces`, from number `first` on, is before `last`. Pieces shorter than `shortest` are
 * drawn together, as the one of them that takes the most time.
 */
export function drawSeen(pieces, first, last, shortest, draw) {
  let group = null;
  const finish = () => {
    if (group) draw(group.begin, group.end, [...group.cycles].reduce((a, b) => b[1] > a[1] ? b : a)[0]);
    group = null;
  };
  for (let i = first; i < pieces.length && pieces[i].begin <= last; ++i) {
    const {name, begin, end} = pieces[i];
    if (group && begin - group.begin >= shortest || end - begin >= shortest) finish();
    if (end - begin >= shortest) {
      draw(begin, end, name);
      continue;
    }
    group ??= {begin, cycles: new Map()};
    group.end = end;
    group.cycles.set(name, (group.cycles.get(name) ?? 0) + end - begin);
  }
  finish();
}

/** The names in `rows` of pieces: `named`, each with a colour that no other has, the largest first; `others`, which share a colour. `functions`: those that are names of a program. */
export class Kinds {
  constructor(rows, functions) {
    const cycles = new Map();
    for (const pieces of rows) for (const {name, begin, end} of pieces) cycles.set(name, (cycles.get(name) ?? 0) + end - begin);
    const order = [...cycles.keys()].sort((a, b) => cycles.get(b) - cycles.get(a));
    const own = (name) => name === '(asleep)' ? fixed.sleep : functions.has(name) ? undefined : fixed[name];
    this.colors = new Map(order.filter((name) => own(name) !== undefined).map((name) => [name, own(name)]));
    const free = theme().series.map((_, i) => i).filter((i) => ![...this.colors.values()].includes(i));
    for (const name of order) if (!this.colors.has(name) && free.length) this.colors.set(name, free.shift());
    this.named = order.filter((name) => this.colors.has(name));
    this.others = order.filter((name) => !this.colors.has(name));
  }
  /** By name, in the theme of this moment. */
  palette() {
    const {series, faint, quiet} = theme();
    return new Map([...this.named.map((name) => [name, series[this.colors.get(name)] ?? faint]), ...this.others.map((name) => [name, quiet])]);
  }
  /** Names and colours for a legend. */
  legend() {
    const {others} = this, colors = this.palette();
    return [...this.named.map((name) => [name, colors.get(name)]), ...(others.length ? [[others.length === 1 ? others[0] : `${others.length} smaller ones`, theme().quiet]] : [])];
  }
}
