// The checks of browser_test: values that the pictures show against the JSON they are made from, hover, zoom, themes, print,
// sizes of the page.
//
//   node browser.mjs CHROMIUM FOLDER [SCREENSHOTS]
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from '../../report/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';
import {unreadable} from './legible.mjs';

const [chromium, folder, screenshots] = process.argv.slice(2);
const browser = await puppeteer.launch({executablePath: chromium, headless: true, args: ['--no-sandbox', '--disable-gpu']});
const json = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
const close = (a, b, tolerance) => assert(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
let checks = 0;

/** Opens a page; any error, message on its console or request beside the file itself fails the test. */
async function open(name, {width = 1200, theme = 'light', media = 'screen'} = {}) {
  const page = await browser.newPage();
  page.troubles = [];
  page.on('console', (message) => page.troubles.push(message.text()));
  page.on('pageerror', (error) => page.troubles.push(error.stack));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:') && !request.url().startsWith('blob:')) page.troubles.push(request.url());
  });
  await page.setViewport({width, height: 900});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
  if (media !== 'screen') await page.emulateMediaType(media);
  const begin = Date.now();
  await page.goto(`file://${folder}/${name}.html`);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  page.opened = Date.now() - begin;
  await page.evaluate(() => window.collnocReport.drawAll());
  page.drawn = Date.now() - begin;
  return page;
}

async function test(name, options, body) {
  const page = await open(name, options);
  await body(page);
  assert.deepEqual(page.troubles, [], name);
  await page.close();
  ++checks;
}

/** Points of a picture by Plot, as values of its scales. */
const points = (page, picture, mark) => page.evaluate((id, mark) => {
  const {drawing} = window.collnocReport.pictures.get(id);
  const [x, y] = ['x', 'y'].map((name) => drawing.scale(name));
  return [...drawing.querySelectorAll(`.${mark} > *`)].map((element) => {
    const {e, f} = element.transform.baseVal.consolidate()?.matrix ?? {e: element.cx.baseVal.value, f: element.cy.baseVal.value};
    return [x.invert ? x.invert(e) : e, y.invert ? y.invert(f) : f];
  });
}, picture, mark);

/** The ratios that a picture of cycles over the bound shows: by bars from 0 on a linear axis, by points on a logarithmic one. */
const ratios = (page, picture) => page.evaluate((id) => {
  const {drawing} = window.collnocReport.pictures.get(id);
  const x = drawing.scale('x'), bars = [...drawing.querySelectorAll('.bars rect')], dots = [...drawing.querySelectorAll('.dots circle')];
  if (x.type === 'log' ? bars.length > 0 : dots.length > 0 || x.domain[0] !== 0) throw new Error(`${id}: wrong marks on a ${x.type} axis`);
  return x.type === 'log' ? dots.map((dot) => x.invert(dot.cx.baseVal.value)) : bars.map((bar) => x.invert(bar.x.baseVal.value + bar.width.baseVal.value));
}, picture);

/** The domains of a picture's axes. */
const domains = (page, picture) => page.evaluate((id) => ['x', 'y'].map((name) => window.collnocReport.pictures.get(id).drawing.scale(name)).map(({type, domain}) => ({type, domain})), picture);

/** By name: the colours that a page has for a schedule, in all its sections, without the grey of the others. */
const scheduleColors = (page) => page.evaluate(() => {
  const found = {}, {page: {cases}, pictures} = window.collnocReport;
  const see = (name, color) => (found[name] ??= new Set()).add(color);
  cases.forEach((group, i) => {
    for (const entry of pictures.get(`case-${i + 1}-curves`)?.drawing.querySelectorAll('.legend [data-name]') ?? []) {
      const names = entry.dataset.name.replace(/: equal$/, '').split(', '), marks = [...entry.querySelectorAll('path')];
      if (names.every((name) => group.byAlgorithm.has(name))) names.forEach((name, k) => see(name, marks[k].getAttribute('fill')));
    }
    const bars = pictures.get(`case-${i + 1}-bars`)?.drawing;
    const marks = [...bars?.querySelectorAll('.bars rect, .dots circle') ?? []];
    group.at.get(group.largest).forEach((run, k) => marks.length && group.shown.has(run.algorithm) && see(run.algorithm, marks[k].getAttribute('fill')));
    const finish = pictures.get(`case-${i + 1}-finish`)?.drawing, dots = finish?.querySelector('.finish');
    if (dots && group.shown.has(group.fastest(group.largest).algorithm)) see(group.fastest(group.largest).algorithm, dots.getAttribute('fill') ?? dots.firstElementChild.getAttribute('fill'));
  });
  return Object.fromEntries(Object.entries(found).map(([name, colors]) => [name, [...colors]]));
});

/** The rows of a picture's CSV, as objects. */
async function csv(page, picture) {
  const text = await page.evaluate((id) => window.collnocReport.pictures.get(id).csv(), picture);
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g;
  const [head, ...lines] = text.trim().split('\n').map((line) => [...line.matchAll(cell)].map(([, quoted, plain]) => quoted ?? plain));
  return lines.map((cells) => Object.fromEntries(head.map((key, i) => [key, cells[i]])));
}

const hoverText = (page, selector) => page.$eval(selector, (element) => element.hidden ? '' : element.textContent);

/** Every text of every picture can be read, none is cut off or hides another, and axes of numbers have a label. */
async function legible(page, where) {
  const problems = await page.evaluate(`(${(unreadable) => [...window.collnocReport.pictures.values()].flatMap((picture) => {
    const svg = picture.drawing.tagName === 'svg' ? picture.drawing : picture.drawing.querySelector('svg');
    const plot = picture.drawing.scale ? picture.drawing : null;
    const bare = ['x', 'y'].filter((axis) => plot?.scale(axis) && !['band', 'point'].includes(plot.scale(axis).type) && !plot.querySelector(`[aria-label="${axis}-axis label"]`)?.textContent.trim());
    return [...svg ? unreadable(svg, picture.id, 9) : [], ...bare.map((axis) => `${picture.id}: axis ${axis} has no label`)];
  })})(${unreadable})`);
  assert.deepEqual(problems, [], where);
}

await test('curves', {}, async (page) => {
  const {runs} = json('curves.json');
  const sizes = [...new Set(runs.map((run) => run.bytes))];
  const shown = [...await points(page, 'case-1-curves', 'measured'), ...await points(page, 'case-1-curves', 'others')];
  assert.equal(shown.length, runs.length);
  for (const run of runs) assert(shown.some(([x, y]) => Math.abs(x - run.bytes) < 1e-3 * run.bytes && Math.abs(y - run.cycles) < 2e-3 * run.cycles), run.id);
  const bound = await page.$eval('#case-1-curves .bound path', (line) => line.getAttribute('d').split(/[ML]/).length - 1);
  assert.equal(bound, sizes.length);
  assert((await page.$$('#case-1-curves .predicted path')).length > 1);
  // Bars, their lengths and the choice of another size.
  for (const bytes of [sizes[sizes.length - 1], sizes[0]]) {
    await page.select('#case-1-bars select', String(bytes));
    const mine = runs.filter((run) => run.bytes === bytes).sort((a, b) => a.cycles - b.cycles);
    const bars = await ratios(page, 'case-1-bars');
    assert.equal(bars.length, mine.length);
    mine.forEach((run, i) => close(bars[i], run.cycles / run.bound_cycles, 1e-3));
  }
  const best = runs.filter((run) => run.bytes === sizes[sizes.length - 1]).sort((a, b) => a.cycles - b.cycles)[0];
  const sentence = await page.$eval('#sentence', (element) => element.textContent);
  const equal = [...new Set(runs.filter((run) => run.bytes === best.bytes && run.cycles === best.cycles).map((run) => run.algorithm))];
  const names = equal.length === 1 ? equal[0] : `${equal.slice(0, -1).join(', ')} and ${equal[equal.length - 1]}`;
  assert(sentence.includes(`${names} ${equal.length === 1 ? 'was' : 'were'} fastest with ${best.cycles.toLocaleString('en-US')} cycles, ${(best.cycles / best.bound_cycles).toFixed(2)} times the lower bound of ${best.bound_cycles.toLocaleString('en-US')}`), sentence);
  const finish = await points(page, 'case-1-finish', 'finish');
  assert.deepEqual(finish.map(([, y]) => Math.round(y)), best.finish_cycle_per_rank);
  // CSV and SVG.
  const rows = await csv(page, 'case-1-curves');
  assert.deepEqual(rows.map((row) => Number(row.cycles)).sort(), runs.map((run) => run.cycles).sort());
  const svg = await page.evaluate(() => window.collnocReport.pictures.get('case-1-curves').svg());
  assert(svg.startsWith('<?xml') && svg.includes('xmlns="http://www.w3.org/2000/svg"') && svg.includes('lower bound'));
  const parsed = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? 'good', svg);
  assert.equal(parsed, 'good');
  // Hover.
  const box = await (await page.$('#case-1-curves svg')).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 150);
  await page.waitForFunction(() => /\d cycles/.test(document.querySelector('#case-1-curves [aria-label="tip"]')?.textContent ?? ''));
});

await test('curves', {theme: 'dark'}, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.click('button.theme');
  assert.notEqual(await ground(), dark);
  assert.equal(await page.$eval('html', (html) => html.dataset.theme), 'light');
  await page.click('button.theme');
  assert.equal(await ground(), dark);
  // Paper is light, and its pictures fit on it.
  await page.emulateMediaType('print');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  assert(await page.$$eval('figure svg', (all) => all.every((svg) => svg.getBoundingClientRect().width <= 680)));
  assert.equal(await page.$eval('.tools', (tools) => getComputedStyle(tools).display), 'none');
  assert((await page.pdf({format: 'A4'})).length > 10000);
  await page.emulateMediaType('screen');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
});

await test('compared', {}, async (page) => {
  const [before, after] = [json('curves.json').runs, json('slower.json').runs];
  const pairs = after.map((run) => [run, before.find((old) => old.id === run.id)]).filter(([, old]) => old);
  const slower = pairs.filter(([run, old]) => run.cycles > old.cycles).length, faster = pairs.filter(([run, old]) => run.cycles < old.cycles).length;
  const text = await page.$eval('#compared', (element) => element.textContent);
  assert(text.includes(`Of ${pairs.length} runs that both have, ${faster} became faster`) && text.includes(`${slower} slower`), text);
  assert(/startup cycles\s*20\s*60/.test(await page.$eval('.changes', (table) => table.innerText)));
  const changes = await points(page, 'comparison', 'changes');
  assert.equal(changes.length, Math.min(40, slower + faster));
  const ratios = pairs.map(([run, old]) => run.cycles / old.cycles).sort((a, b) => Math.abs(Math.log(b)) - Math.abs(Math.log(a)));
  changes.forEach(([x], i) => close(x, ratios[i], 2e-3));
  assert.equal((await csv(page, 'comparison')).length, pairs.length);
});

/** The values of the links and tiles that the map shows. */
const mapValues = (page, kind) => page.$$eval(`#network-map .${kind}`, (all) => all.map((e) => [Number(e.dataset.i ?? e.dataset.r), Number(e.dataset.v), e.getAttribute(e.tagName === 'path' ? 'stroke' : 'fill')]));

await test('network', {}, async (page) => {
  const run = json('links.json').runs[0];
  const names = ['+x', '-x', '+y', '-y'];
  const linksOf = (key) => new Map(run.links.map((link) => [4 * link.rank + names.indexOf(link.link), link[key]]));
  for (const [metric, link, tile] of [['flits', 'flits', null], ['credit', 'credit_stalls', 'credit_stalls'], ['arbitration', 'arbitration_stalls', 'arbitration_stalls'], ['bank', null, 'bank_stalls']]) {
    await page.select('#network-map .tools select', metric);
    const links = await mapValues(page, 'link');
    assert.equal(links.length, 64);
    if (link) for (const [i, value] of links) assert.equal(value, linksOf(link).get(i));
    const tiles = await mapValues(page, 'tile');
    assert.equal(tiles.length, 16);
    if (tile) for (const [rank, value] of tiles) assert.equal(value, run.tiles[rank][tile]);
  }
  await page.select('#network-map .tools select', 'credit');
  // The same value has the same colour, and more is darker.
  const lightness = ([, , color]) => color.match(/\d+/g).map(Number).reduce((a, b) => a + b, 0);
  const links = (await mapValues(page, 'link')).sort((a, b) => a[1] - b[1]);
  for (let i = 1; i < links.length; ++i) assert(lightness(links[i]) <= lightness(links[i - 1]) + 3);
  // Hover and zoom. Tile 5 is in the middle of its rectangle.
  const at = async () => (await page.$('#network-map .tile[data-r="5"]')).boundingBox();
  await (await page.$('#network-map')).evaluate((element) => element.scrollIntoView());
  let box = await at();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert((await hoverText(page, '#network-map .hover')).startsWith('tile 5\n'));
  const link = run.links.find((l) => l.rank === 5 && l.link === '+x');
  await page.mouse.move(box.x + 1.5 * box.width + 8, box.y + 0.75 * box.height);
  assert((await hoverText(page, '#network-map .hover')).includes(`5 → 6 (+x)\nflits: ${link.flits}`), await hoverText(page, '#network-map .hover'));
  await page.click('#network-map [data-zoom="in"]');
  assert((await at()).width > 1.3 * box.width);
  await page.click('#network-map [data-zoom="all"]');
  close((await at()).width, box.width, 0.01);
  assert.equal((await csv(page, 'network-map')).length, 64 + 16);

  // Space and time: what the pixels show at a step, a message and a wait that the timeline has.
  const events = json('time.json').traceEvents.filter((event) => event.pid !== 1);  // 1: links
  const rows = await csv(page, 'time-1-picture');
  const messages = events.filter((event) => event.ph === 's');
  assert.equal(rows.filter((row) => row.what === 'message').length, messages.length);
  assert.equal(messages.length, run.messages);
  assert.equal(rows.length, messages.length + events.filter((event) => event.ph === 'X').length);
  const wait = events.filter((event) => event.name === 'wait').sort((a, b) => b.dur - a.dur)[0];
  await (await page.$('#time-1-picture')).evaluate((element) => element.scrollIntoView());
  const spot = await page.evaluate((tile, time) => {
    const {drawing} = window.collnocReport.pictures.get('time-1-picture');
    const {x, y} = drawing.scales(), canvas = drawing.querySelector('canvas'), frame = canvas.getBoundingClientRect();
    const ratio = canvas.width / frame.width;
    return {x: frame.x + x(time), y: frame.y + y(tile + 0.42), color: [...canvas.getContext('2d').getImageData(Math.round(x(time) * ratio), Math.round(y(tile + 0.25) * ratio), 1, 1).data]};
  }, wait.tid, wait.ts + wait.dur / 2);
  assert.deepEqual(spot.color.slice(0, 3), [0xee, 0x77, 0x33]);
  await page.mouse.move(spot.x, spot.y);
  assert((await hoverText(page, '#time-1-picture .hover')).includes(`wait: ${wait.ts}–${wait.ts + wait.dur} (${wait.dur} cycles)`), await hoverText(page, '#time-1-picture .hover'));
  await page.select('#time-1-picture select', 'all');
  assert.equal(await page.evaluate(() => window.collnocReport.pictures.get('time-1-picture').drawing.view.arrows), messages.length);
  await page.click('#time-1-picture [data-zoom="in"]');
  const domain = await page.evaluate(() => window.collnocReport.pictures.get('time-1-picture').drawing.scales().x.domain());
  assert(domain[1] - domain[0] < run.cycles * 0.7);
  const svg = await page.evaluate(() => window.collnocReport.pictures.get('time-1-picture').svg());
  assert(svg.includes('time (cycles)') && svg.includes('clip-path'));
});

await test('shapes', {}, async (page) => {
  const records = await page.$$eval('#network-map .tools > .choice option', (options) => options.map((option) => option.textContent));
  const counts = [];
  for (const [i, name] of records.entries()) {
    await page.select('#network-map .tools > .choice select', String(i));
    const links = await mapValues(page, 'link');
    counts.push([name.match(/(hypercube:4|star:4|mesh:4x4)/)[0], links.length]);
    const sum = links.reduce((all, [, value]) => all + value, 0);
    if (!name.startsWith('schedule')) assert.equal(sum, json(name.includes('star') ? 'star.json' : 'cube.json').runs[0].flit_hops);
    // No two tiles are in the same place.
    const places = await page.$$eval('#network-map .tile', (all) => all.map((e) => [e.x.baseVal.value, e.y.baseVal.value, e.width.baseVal.value]));
    places.forEach(([x, y, w], k) => places.slice(0, k).forEach(([a, b]) => assert(Math.hypot(x - a, y - b) > w, name)));
  }
  assert.deepEqual(counts.sort(), [['hypercube:4', 64], ['mesh:4x4', 48], ['star:4', 72]]);
});

await test('traffic', {}, async (page) => {
  const loads = ['uniform.json', 'transpose.json'].flatMap((name) => json(name).traffic.loads);
  const mean = await points(page, 'latency', 'mean'), accepted = await points(page, 'accepted', 'accepted');
  assert.equal(mean.length, loads.length);
  const sorted = (list) => list.sort((a, b) => Math.abs(a[0] - b[0]) > 1e-6 ? a[0] - b[0] : a[1] - b[1]);
  sorted(mean).forEach(([x, y], i) => {
    const [offered, latency] = sorted(loads.map((load) => [load.offered, load.latency_mean]))[i];
    close(x, offered, 1e-3);
    close(y, latency, 2e-3);
  });
  sorted(accepted).forEach(([, y], i) => close(y, sorted(loads.map((load) => [load.offered, load.accepted]))[i][1], 2e-3));
  // What differs at the loads that both have.
  const [uniform, transpose] = ['uniform.json', 'transpose.json'].map((name) => json(name).traffic.loads);
  const both = uniform.flatMap((a) => transpose.filter((b) => Math.abs(b.load - a.load) < 1e-9).map((b) => [a, b]));
  const table = await page.$$eval('#traffic-differences tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(both.length, 3);
  assert.equal(table.length, both.length);
  assert(both.some(([a, b]) => a.saturated || b.saturated) && both.some(([a, b]) => !a.saturated && !b.saturated));
  for (const column of [1, 2, 5, 6]) assert.equal(new Set(table.map((row) => row[column].match(/\.(\d+)/)[1].length)).size, 1, 'decimals of a column');
  // The horizontal axis of both pictures is the same.
  assert.deepEqual((await domains(page, 'latency'))[0], (await domains(page, 'accepted'))[0]);
  both.forEach(([a, b], i) => {
    close(Number(table[i][0]), a.load, 1e-3);
    close(parseFloat(table[i][1].replaceAll(',', '')), a.latency_mean, 1e-3);
    close(parseFloat(table[i][2].replaceAll(',', '')), b.latency_mean, 1e-3);
    // Above saturation the latency depends on how long is measured, so it has no ratio.
    if (a.saturated || b.saturated) assert.equal(table[i][3], '–');
    else close(parseFloat(table[i][3]), b.latency_mean / a.latency_mean, 6e-3);
    if (a.latency_half_width !== null && b.latency_half_width !== null) assert.equal(table[i][4], Math.abs(a.latency_mean - b.latency_mean) > a.latency_half_width + b.latency_half_width ? 'apart' : 'overlap');
  });
  // The confidence intervals, from the ends of their lines.
  const intervals = await page.evaluate(() => {
    const {drawing} = window.collnocReport.pictures.get('latency');
    const y = drawing.scale('y');
    return [...drawing.querySelectorAll('.interval line')].map((line) => Math.abs(y.invert(line.y1.baseVal.value) - y.invert(line.y2.baseVal.value)) / 2);
  });
  const widths = loads.map((load) => load.latency_half_width).filter((half) => half !== null);
  assert.equal(intervals.length, widths.length);
  intervals.sort((a, b) => a - b).forEach((half, i) => close(half, widths.sort((a, b) => a - b)[i], 0.02));
  await page.select('#latency select', '0');
  for (const name of ['p50', 'p90', 'p99', 'p999']) assert.equal((await page.$$(`#latency .${name} path`)).length, 1);
  const first = json('uniform.json').traffic.loads[0];
  const row = (await csv(page, 'latency')).find((r) => Number(r.offered) === first.offered && Number(r.latency_mean) === first.latency_mean);
  assert.equal(Number(row.latency_p999), first.latency.total.p999);
  assert((await page.$$('#network-map .link')).length === 48);
});

await test('network', {media: 'print', width: 760}, async (page) => {
  assert.equal(await page.$eval('html', (html) => html.dataset.theme), 'light');
  await legible(page, 'on paper');
});

if (fs.existsSync(path.join(folder, 'functions.html'))) {
  await test('functions', {}, async (page) => {
    const slices = json('functions.json').traceEvents.filter((event) => event.ph === 'X' && event.pid !== 1);
    const rows = await csv(page, 'time-1-picture');
    assert.deepEqual(rows.map((row) => `${row.what} ${row.tile} ${row.begin} ${row.end}`).sort(),
      slices.map((s) => `${s.name} ${Math.floor(s.tid / 2)} ${s.ts} ${s.ts + s.dur}`).sort());
    // The legend: what is seen for the most cycles first, each with a colour of its own; counted here cycle by cycle.
    const legend = await page.evaluate(() => window.collnocReport.pictures.get('time-1-picture').drawing.view.legend);
    const cycles = new Map();
    for (const tile of new Set(slices.map((s) => Math.floor(s.tid / 2)))) {
      const shown = Array(Math.max(...slices.map((s) => s.ts + s.dur)));
      const own = slices.filter((s) => Math.floor(s.tid / 2) === tile && s.cat !== 'mark').sort((a, b) => a.ts - b.ts || b.dur - a.dur);
      for (const s of own) shown.fill(s.name, s.ts, s.ts + s.dur);
      for (const name of shown) if (name) cycles.set(name, (cycles.get(name) ?? 0) + 1);
    }
    const named = legend.map(([name]) => name).filter((name) => cycles.has(name)), sizes = named.map((name) => cycles.get(name));
    assert(named.length >= 5 && named.includes('(asleep)'), named.join());
    assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
    const smallest = Math.min(...named.filter((name) => name !== '(asleep)').map((name) => cycles.get(name)));
    assert.deepEqual([...cycles].filter(([name, many]) => !named.includes(name) && many > smallest), []);
    assert.equal(new Set(legend.map(([, color]) => color)).size, legend.length);
    assert.equal(legend.find(([name]) => name === '(asleep)')[1], '#c9d0d8');
  });
}

await test('sweep', {}, async (page) => {
  assert((await page.$eval('.warn', (element) => element.textContent)).endsWith('7 of 8 points have ended so far.'));
  assert.equal((await page.$$('.cases tbody tr')).length, 7);
  // One picture of all runs, with what the reader chooses: panels, colours, the axis.
  const choices = () => page.$$eval('#grid select', (all) => all.map((select) => [select.value, [...select.options].map((option) => option.value)]));
  const [axis, colour, panels] = await choices();
  assert(axis[1].length >= 2 && colour[1].length === axis[1].length + 1);
  const dots = () => page.evaluate(() => window.collnocReport.pictures.get('grid').drawing.querySelectorAll('.measured path, .measured circle').length);
  const rows = await csv(page, 'grid');
  assert.equal(await dots(), rows.length);
  for (const [i, value] of [[2, ''], [1, '']]) {
    const selects = await page.$$('#grid select');
    await selects[i].select(value);
  }
  const fewer = await csv(page, 'grid');
  assert(fewer.length < rows.length && fewer.length === await dots());
  assert.equal(Math.min(...fewer.map((row) => Number(row.cycles))), Math.min(...rows.map((row) => Number(row.cycles))));
});

await test('executors', {}, async (page) => {
  const sentence = await page.$eval('#sentence', (element) => element.textContent);
  assert.match(sentence, /^nic beats native (in \d of 5 cases )?by \d+\.\d+ to \d+\.\d+ times.*, each with its fastest schedule\. /);
  assert.match(await page.$eval('table.cases', (table) => table.textContent), /: equal/);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /sequencer/);
  // The same axes in all sections, and said so.
  for (const kind of ['curves', 'bars']) {
    const [first, second] = [await domains(page, `case-1-${kind}`), await domains(page, `case-2-${kind}`)];
    assert.deepEqual(kind === 'bars' ? first[0] : first, kind === 'bars' ? second[0] : second, kind);
    assert.match(await page.$eval(`#case-1-${kind} .note`, (note) => note.textContent), /logarithmic.* the same for .*all networks and hardware/);
  }
  assert.deepEqual((await domains(page, 'case-1-finish'))[1], (await domains(page, 'case-2-finish'))[1]);
  for (const [file, i] of [['native.json', 1], ['nic.json', 2]]) {
    const runs = json(file).runs.filter((run) => run.bytes === 16384);
    assert.deepEqual((await ratios(page, `case-${i}-bars`)).map((ratio) => ratio.toFixed(2)).sort(), runs.map((run) => (run.cycles / run.bound_cycles).toFixed(2)).sort());
  }
  const colors = await scheduleColors(page);
  assert(Object.keys(colors).length >= 6);
  for (const [name, own] of Object.entries(colors)) assert.equal(own.length, 1, `${name}: ${own}`);
  // Lines that hide each other have one entry in the legend.
  const legend = await page.$$eval('#case-1-curves .legend [data-name]', (all) => all.map((entry) => entry.dataset.name));
  const same = new Map();
  const {runs} = json('native.json');
  for (const name of new Set(runs.map((run) => run.algorithm))) {
    const key = runs.filter((run) => run.algorithm === name).map((run) => `${run.bytes} ${run.cycles}`).sort().join();
    same.set(key, [...same.get(key) ?? [], name]);
  }
  const tied = [...same.values()].filter((names) => names.length > 1);
  assert(tied.length > 0);
  const named = legend.filter((name) => name.endsWith(': equal')).map((name) => name.replace(': equal', '').split(', ').sort().join());
  assert(named.length > 0);
  for (const names of named) assert(tied.some((list) => list.sort().join() === names), names);
});

await test('chiplets', {width: 400}, async (page) => {
  const hops = json('chiplets.json').runs[0];
  const signs = await page.$$eval('#network-map .map .signs path', (all) => all.map((path) => path.getAttribute('class')));
  // 4 rows and 4 columns cross from chiplet to chiplet, in both directions.
  for (const kind of ['gap', 'long', 'narrow']) assert.equal(signs.filter((name) => name === kind).length, 16, kind);
  const legend = await page.$$eval('#network-map .legend [data-name]', (all) => all.map((entry) => entry.dataset.name));
  assert.deepEqual(legend, ['long link: 8 cycles', 'narrow link: a flit in 2 cycles']);
  const sides = await page.$$eval('#network-map .map .narrow', (all) => all.map((path) => path.getBoundingClientRect()).map(({width, height}) => Math.min(width, height)));
  assert(Math.min(...sides) >= 7, `signs of ${Math.min(...sides)} pixels`);
  // No two signs of the two directions of a link cover each other.
  const boxes = await page.$$eval('#network-map .map .long', (all) => all.map((path) => path.getBoundingClientRect()).map(({x, y, width, height}) => [x, y, x + width, y + height]));
  boxes.forEach((a, i) => boxes.slice(0, i).forEach((b) => assert(Math.min(a[2], b[2]) - Math.max(a[0], b[0]) < 1 || Math.min(a[3], b[3]) - Math.max(a[1], b[1]) < 1, `signs ${a} and ${b}`)));
  // Neighbours within a chiplet are nearer than those of two.
  const places = await page.$$eval('#network-map .tile', (all) => all.map((e) => [e.x.baseVal.value, e.y.baseVal.value]));
  assert(places[2][0] - places[1][0] > 1.3 * (places[1][0] - places[0][0]) && places[8][1] - places[4][1] > 1.3 * (places[4][1] - places[0][1]));
  await (await page.$('#network-map svg')).evaluate((element) => element.scrollIntoView());
  const box = await page.$eval('#network-map .link[data-v="' + Math.max(...hops.links.map((link) => link.flits)) + '"]', (path) => {
    const {x, y, width, height} = path.getBoundingClientRect();
    return {x: x + width / 2, y: y + height / 2};
  });
  await page.mouse.move(box.x, box.y);
  assert.match(await hoverText(page, '#network-map .hover'), /long: 8 cycles\nnarrow: a flit in 2 cycles/);
  const rows = await csv(page, 'network-map');
  assert.equal(rows.filter((row) => row.delay === '8' && row.interval === '2').length, 16);
  assert.equal(rows.filter((row) => row.delay === '1' && row.interval === '1').length, 32);
  // A network without such links has neither signs nor a legend; one with others says from which to which.
  await page.select('#network-map .tools > .choice select', '1');
  assert.equal((await page.$$('#network-map .signs')).filter(Boolean).length, 1);
  assert.equal((await page.$$('#network-map .signs path, #network-map .legend')).length, 0);
  await page.select('#network-map .tools > .choice select', '2');
  assert.deepEqual(await page.$$eval('#network-map .legend [data-name]', (all) => all.map((entry) => entry.dataset.name)),
    ['long link: 2 to 8 cycles', 'narrow link: a flit in 2 cycles']);
});

await test('empty', {}, async (page) => {
  assert.equal(await page.$eval('#sentence', (element) => element.textContent), 'There are no results yet.');
  assert.match(await page.$eval('.warn', (element) => element.textContent), /: 0 of 8 points have ended so far\.$/);
  assert.equal((await page.$$('figure, table')).length, 0);
});

await test('one', {width: 400}, async (page) => {
  const [run] = json('one.json').runs;
  const sentence = await page.$eval('#sentence', (element) => element.textContent);
  assert(sentence.includes(` took ${run.cycles} cycles`), sentence);
  assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /fastest/);
  assert.equal((await ratios(page, 'case-1-bars')).length, 1);
  await legible(page, 'one run');
});

await test('list', {}, async (page) => {
  assert.match(await page.$eval('#sentence', (element) => element.textContent), /^mesh:4x4, one-port, list:.*packets\.txt accepted up to /);
  assert.equal((await points(page, 'latency', 'mean')).length, 1);
  await legible(page, 'a list of packets');
});

await test('thousand', {}, async (page) => {
  const points = json('thousand.json').runs;
  assert.equal(points.length, 1000);
  assert(page.opened < 5000, `opened in ${page.opened} ms`);
  assert.match(await page.$eval('#sentence', (element) => element.textContent), /^(VCs 1|all-port|startup cycles) .* beats? /);
  // All cases, the first of them at once.
  assert.equal((await page.$$('table.cases')).length, 2);
  assert.equal((await page.$$('table.cases tbody tr')).length, new Set(points.map((run) => [run.nic, run.bytes, run.hardware.vcs, run.startup_cycles].join())).size);
  for (const own of Object.values(await scheduleColors(page))) assert.equal(own.length, 1);
});

await test('tuned', {}, async (page) => {
  assert((await page.evaluate(() => window.collnocReport.pictures.size)) > 10);
});

await test('large', {}, async (page) => {
  const size = fs.statSync(path.join(folder, 'large.html')).size;
  assert(size < 20e6, `${size} bytes`);
  assert(page.drawn < 3000, `${page.drawn} ms`);
  const links = await mapValues(page, 'link');
  assert.equal(links.length, 4 * 4096);
  const used = json('large.json').traffic.loads[0].link_use;
  assert.equal(links.reduce((sum, [, value]) => sum + value, 0), used.flits);
  const puts = (await csv(page, 'time-1-picture')).reduce((sum, row) => sum + parseInt(row.what), 0);
  assert.equal(puts, 1_000_000);
  console.log(`64x64 tiles, a million messages: ${(size / 1e6).toFixed(1)} MB, opened in ${page.opened} ms, all pictures drawn in ${page.drawn} ms`);
});

await test('long', {}, async (page) => {
  // Frames of a zoom by the buttons and of a drag, 64 tiles x 10,000 cycles and 64,000 messages.
  await (await page.$('#time-1-picture')).evaluate((element) => element.scrollIntoView());
  const times = [];
  for (const button of ['in', 'in', 'in', 'out', 'all']) {
    times.push(await page.evaluate((name) => new Promise((done) => {
      document.querySelector(`#time-1-picture [data-zoom="${name}"]`).click();
      requestAnimationFrame((begin) => setTimeout(() => done(performance.now() - begin)));
    }), button));
  }
  assert(Math.max(...times) < 250, times.join(' '));
  console.log(`64 tiles, 10,000 cycles, 64,000 messages: a frame takes at most ${Math.max(...times).toFixed(0)} ms`);
});

for (const width of [400, 1200, 2400])
  for (const name of ['curves', 'compared', 'network', 'shapes', 'traffic', 'sweep', 'executors', 'chiplets'])
    await test(name, {width}, async (page) => {
      await legible(page, `${name} at ${width} pixels`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= width, `${name} is ${wide} pixels wide, the window ${width}`);
      const hidden = await page.$$eval('.scroll', (all) => all.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => table.textContent));
      if (width >= 1200) assert.deepEqual(hidden, [], `${name}: tables at ${width} pixels`);
      // The answer is visible without scrolling.
      for (const cell of await page.$$('.cases thead th:not(.same, .aside)'))
        assert(await cell.evaluate((head) => head.getBoundingClientRect().right) <= width, `${name}: columns of the table at ${width} pixels`);
      if (name === 'compared') {
        const labels = await page.evaluate(() => [...window.collnocReport.pictures.get('comparison').drawing.querySelectorAll('[aria-label="y-axis tick label"] text')].map((text) => text.textContent));
        assert.equal(new Set(labels).size, labels.length, `labels at ${width} pixels: ${labels}`);
        assert(labels.length > 10);
      }
    });

if (screenshots) {
  for (const [file, name, selector] of [['curves', 'curves', '#case-1-curves'], ['network', 'traffic', '#network-map'], ['time', 'example', '#time-1-picture'], ['latency', 'traffic', '#latency']]) {
    const page = await open(name, {width: 700});
    if (file === 'network') {
      await page.select('#network-map .tools > .choice select', '4');
      await page.select('#network-map .tools > span .choice select', 'credit');
    }
    if (file === 'latency') await page.select('#latency select', '0');
    await (await page.$(selector)).screenshot({path: path.join(screenshots, `report-${file}.png`)});
    await page.close();
  }
}
await browser.close();
console.log(`${checks} pages`);
