// Colours of the page and of its pictures, for light and dark.

/** Paul Tol's vibrant scheme, which all kinds of colour blindness tell apart; symbols and dashes repeat it. */
const series = ['#0077bb', '#ee7733', '#009988', '#ee3377', '#33bbee', '#cc3311'];

const themes = {
  light: {text: '#1b1f24', quiet: '#6a7480', faint: '#c9d0d8', ground: '#ffffff', series,
    better: '#0077bb', worse: '#cc3311'},
  dark: {text: '#e8ebef', quiet: '#98a2ae', faint: '#4a525c', ground: '#16191d', series: ['#4aa8e8', '#f59a5c', '#2fc4b2', '#f56a9e', '#7fd8f7', '#e8705a'],
    better: '#4aa8e8', worse: '#e8705a'},
};

export const symbols = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross'];

const listeners = new Set();
const preferred = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');
let chosen = null;  // by the reader; null: as the system has it
let printing = false;

export function themeName() {
  if (printing) return 'light';
  return chosen ?? (preferred.matches ? 'dark' : 'light');
}
export const theme = () => themes[themeName()];
export const isPrinting = () => printing;
/** By number. */
export const colorOf = (i) => theme().series[i % theme().series.length];
export const symbolOf = (i) => symbols[i % symbols.length];

function changed() {
  document.documentElement.dataset.theme = themeName();
  for (const listener of listeners) listener();
}
export function choose(name) {
  chosen = name;
  changed();
}
export const onTheme = (listener) => listeners.add(listener);

function print(on) {
  if (printing === on) return;
  printing = on;
  changed();
}

export function startThemes() {
  preferred.addEventListener('change', changed);
  paper.addEventListener('change', () => print(paper.matches));
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
  document.documentElement.dataset.theme = themeName();
}
