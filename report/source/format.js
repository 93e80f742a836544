// Numbers and names as text.

const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

/** 12345 -> "12,345"; at most three digits after the point where they matter. */
export function number(value) {
  if (value === null || value === undefined) return '–';
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return whole.format(value);
  return value.toLocaleString('en-US', {maximumSignificantDigits: 4});
}

/** 16384 -> "16K" as on the command line. */
export function size(bytes) {
  for (const [unit, letter] of [[2 ** 30, 'G'], [2 ** 20, 'M'], [2 ** 10, 'K']])
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${letter}`;
  return number(bytes);
}

/** 12300 -> "12.3k", for ticks of axes. */
export function short(value) {
  const big = Math.abs(value);
  for (const [unit, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']])
    if (big >= unit) return `${Number((value / unit).toPrecision(3))}${letter}`;
  return `${Number(value.toPrecision(3))}`;
}

/** The decimals that numbers beside each other have. */
export function decimalsOf(values) {
  const most = Math.max(0, ...values.filter((value) => value !== null && value !== undefined).map(Math.abs));
  return most < 10 ? 2 : most < 100 ? 1 : 0;
}

/** Those of ratios: a ratio other than 1 does not read 1. */
function decimalsOfRatios(ratios) {
  let decimals = decimalsOf(ratios);
  while (decimals < 6 && ratios.some((ratio) => ratio !== 1 && Number(ratio.toFixed(decimals)) === 1)) ++decimals;
  return decimals;
}

/** 1.268 -> "1.27 times". */
export const times = (ratio) => `${ratio.toFixed(decimalsOfRatios([ratio]))} times`;

/** Ratios as text, with equally many decimals: "1.70 times", "1.70 to 2.31 times". */
export function span(ratios) {
  const ends = [Math.min(...ratios), Math.max(...ratios)], decimals = decimalsOfRatios(ends);
  const [low, high] = ends.map((ratio) => ratio.toFixed(decimals));
  return `${low === high ? low : `${low} to ${high}`} times`;
}

/** The texts of numbers below each other, with equally many decimals. `decimals`: of this kind of number. */
export const column = (values, decimals) => values.map((value) => value === null || value === undefined ? '–'
  : value.toLocaleString('en-US', {minimumFractionDigits: decimals, maximumFractionDigits: decimals}));

/** The texts of ticks of a linear axis, with equally many decimals. */
export function tickTexts(ticks) {
  if (ticks.some((tick) => Math.abs(tick) >= 1000)) return short;
  const decimals = Math.max(0, ...ticks.map((tick) => (String(Number(tick.toPrecision(6))).split('.')[1] ?? '').length));
  return (tick) => tick.toFixed(decimals);
}

export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

/** Text of a file with comma-separated values; `rows` are objects with the same keys. */
export function csv(rows) {
  if (rows.length === 0) return '';
  const columns = Object.keys(rows[0]);
  const cell = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}

/** A new element of HTML: element('p', {class: 'note'}, 'text', child). */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A drop-down list. `choices`: [[value, text]]. Calls `chosen` with the value. */
export function choice(label, choices, value, chosen) {
  const list = element('select', {onchange: () => chosen(list.value)},
    ...choices.map(([key, text]) => element('option', {value: key, selected: String(key) === String(value)}, text)));
  return element('label', {class: 'choice'}, `${label} `, list);
}
