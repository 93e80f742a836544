// The page as a reader uses it: choices, keys, the address, a schedule that is changed, wrong input, widths and themes.
import assert from 'node:assert/strict';
import fs from 'node:fs';

const playground = (page, part) => page.evaluate(part);
const text = (page, selector) => page.$eval(selector, (element) => element.hidden ? '' : element.textContent);
const started = (page) => page.evaluate(() => window.collnocPlayground.started);

/**
 * `open(hash, options)` opens a page; `program(words)` runs the program; `all`: everything, not only what browsers are likely to
 * differ in. Returns the router-cycles per second of a large run.
 */
export async function use({open, program, name, all, screenshots}) {
  await numbers(open, program);
  await keys(open);
  if (all) {
    await schedule(open, program);
    await wrong(open, program);
    await widths(open, name, screenshots);
  }
  return speed(open);
}

/** An address is a run: its sentence has the program's cycles, its links the program's flits, its ranks finish when they do. */
async function numbers(open, program) {
  const page = await open('#collective=all-reduce&topology=mesh:3x4&bytes=256');
  await started(page);
  const {out} = program(['run', 'all-reduce', '--topology', 'mesh:3x4', '--bytes', '256', '--per-link', '--quiet', '--json', '-']);
  const [run] = out.runs;
  assert((await text(page, '#result')).includes(`took ${run.cycles.toLocaleString('en-US')} cycles`), await text(page, '#result'));
  const seen = await playground(page, () => {
    const {player} = window.collnocPlayground;
    player.go(player.cycles);
    return {counts: [...player.now().counts], done: player.now().states.filter((state) => state === 'done').length, links: player.view.network.links};
  });
  for (const {rank, link, flits} of run.links) assert.equal(seen.counts[rank * seen.links.length + seen.links.indexOf(link)], flits);
  assert.equal(seen.done, 12);
  for (const cycle of [0, 20, Math.floor(run.cycles / 2), run.cycles - 1]) {
    const done = await playground(page, `(() => { const {player} = window.collnocPlayground; player.go(${cycle}); return player.now().states.map((state) => state === 'done'); })()`);
    assert.deepEqual(done, run.finish_cycle_per_rank.map((finish) => finish <= cycle), `cycle ${cycle}`);
  }
  // The curve has the sizes that it promises, each with the program's cycles.
  const points = await playground(page, () => window.collnocPlayground.curve.runs.map(({bytes, cycles}) => [bytes, cycles]));
  const curve = program(['run', 'all-reduce', '--topology', 'mesh:3x4', '--bytes', '64:16K:4x', '--quiet', '--json', '-']).out.runs;
  assert.deepEqual(points, curve.map(({bytes, cycles}) => [bytes, cycles]));
  assert((await page.$$('#curve .bound path')).length > 0);
  // Another choice is in the address, and is run from there.
  await page.select('select[name="nic"]', 'all-port');
  await page.click('button.run');
  await page.waitForFunction(() => window.collnocPlayground.latest?.nic === 'all-port');
  assert((await page.url()).includes('nic=all-port'));
  assert.deepEqual(page.troubles, []);
  await page.close();
}

/** Everything by the keyboard. */
async function keys(open) {
  const page = await open();
  await started(page);
  await page.focus('canvas');
  const cycle = () => playground(page, () => Math.floor(window.collnocPlayground.player.time));
  await page.keyboard.press('Home');
  assert.equal(await cycle(), 0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await cycle(), 2);
  assert((await text(page, '#moment')).startsWith('Cycle 2 of '));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await cycle(), 1);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.collnocPlayground.player.time > 5);
  await page.keyboard.press(' ');
  const at = await cycle();
  assert.equal(await playground(page, () => window.collnocPlayground.player.playing), false);
  assert.equal(await cycle(), at);
  await page.keyboard.press('End');
  assert.equal(await cycle(), await playground(page, () => window.collnocPlayground.latest.cycles));
  // Tab reaches every control, and each has a name.
  const nameless = await page.$$eval('button, select, input, textarea, canvas', (all) => all.filter((element) =>
    element.tabIndex < 0 || !(element.textContent.trim() || element.getAttribute('aria-label') || element.closest('label')?.textContent.trim())).map((element) => element.outerHTML));
  assert.deepEqual(nameless, []);
  // Enter in a field runs.
  await page.focus('input[name="bytes"]');
  await page.$eval('input[name="bytes"]', (input) => input.select());
  await page.keyboard.type('64');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.collnocPlayground.latest?.bytes === 64);
  assert.deepEqual(page.troubles, []);
  await page.close();
}

/** A schedule is fetched, checked, damaged, checked, repaired and run. */
async function schedule(open, program) {
  const page = await open('#topology=mesh:2x3&schedule=recursive-division&bytes=64');
  await started(page);
  const press = async (button, wanted) => {
    await page.click(`[data-editor="${button}"]`);
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.verdict').textContent), {}, wanted);
  };
  await press('get', 'lines');
  await press('check', '^✓ proved');
  const good = await page.$eval('textarea', (area) => area.value);
  const {out} = program(['schedule', 'broadcast', '--topology', 'mesh:2x3', '--algorithm', 'recursive-division', '--bytes', '64', '--quiet', '--json', '-']);
  assert.deepEqual({...JSON.parse(good), version: undefined}, {...out, version: undefined});
  const set = (value) => page.$eval('textarea', (area, to) => {
    area.value = to;
  }, value);
  /** The schedule with a change. */
  const changed = (change) => {
    const copy = JSON.parse(good);
    change(copy.steps);
    return JSON.stringify(copy);
  };
  await set(changed((steps) => steps[steps.length - 1].transfers.pop()));
  await press('check', '^✗ NOT proved: delivery: rank 3 does not get bytes 0 to 63');
  await set(changed((steps) => steps[0].transfers.pop()));
  await press('check', '^schedule.json: step \\d, transfer 1: 1 -> 5: rank 1 does not have byte 0');
  await set(changed((steps) => steps[1].transfers.push(...steps.pop().transfers)));
  await press('check', '^✗ NOT proved: port model: step 1: rank 0 sends twice');
  await set('{"schema": ');
  await press('check', '^schedule.json: is not JSON');
  assert(!(await text(page, '.verdict')).includes('\n'));
  await set(good);
  await page.click('[data-editor="run"]');
  await page.waitForFunction(() => window.collnocPlayground.latest?.algorithm.startsWith('file:'));
  const own = await playground(page, () => window.collnocPlayground.latest.cycles);
  assert((await text(page, '#result')).includes('your schedule'));
  // The address has the schedule, too.
  const again = await open(new URL(await page.url()).hash);
  await started(again);
  assert.equal(await playground(again, () => window.collnocPlayground.latest.cycles), own);
  for (const one of [page, again]) {
    assert.deepEqual(one.troubles, []);
    await one.close();
  }
}

/** One line, the program's, and the page goes on. */
async function wrong(open, program) {
  const page = await open('#topology=mush:4x4');
  await started(page);
  const complaint = (words) => program(words).err.trim().split('\n').pop().replace(/^collnoc: error: /, '');
  assert.equal(await text(page, '#trouble'), complaint(['run', 'broadcast', '--topology', 'mush:4x4']));
  for (const [field, value, option] of [['topology', 'mesh:4x4', null], ['bytes', 'many', '--bytes'], ['bytes', '1K', null], ['root', '99', '--root'], ['root', '0', null], ['startup', '-1', '--startup-cycles'], ['startup', '0', null]]) {
    await page.$eval(`input[name="${field}"]`, (input, to) => {
      input.value = to;
    }, value);
    await page.click('button.run');
    await page.waitForFunction(() => !document.querySelector('button.run').disabled);
    const expected = option ? complaint(['run', 'broadcast', '--topology', 'mesh:4x4', option, value]) : '';
    assert.equal(await text(page, '#trouble'), expected);
    if (!option) assert((await text(page, '#result')).includes('cycles'));
  }
  await page.evaluate(() => {
    location.hash = '#collective=dance&nonsense=1&topology=mesh:4x4';
  });
  await page.waitForFunction(() => document.querySelector('#trouble').textContent.includes('dance'));
  assert.deepEqual(page.troubles, []);
  await page.close();
}

/** No width makes the page scroll sideways, and no text is too small. */
async function widths(open, name, screenshots) {
  if (screenshots) fs.mkdirSync(screenshots, {recursive: true});
  for (const [width, theme] of [[400, 'light'], [400, 'dark'], [1200, 'light'], [1200, 'dark'], [2400, 'light']]) {
    const page = await open('', {width, theme});
    await started(page);
    assert(await playground(page, () => document.documentElement.scrollWidth <= innerWidth), `${width} pixels: too wide`);
    const small = await page.$$eval('body *', (all) => all.filter((element) => element.textContent && element.children.length === 0 && element.getClientRects().length > 0 && parseFloat(getComputedStyle(element).fontSize) < 11 && !element.closest('script')).map((element) => element.textContent));
    assert.deepEqual(small, [], `${width} pixels`);
    const before = await page.$eval('html', (html) => html.dataset.theme);
    if (name !== 'firefox') assert.equal(before, theme);
    if (screenshots) await page.screenshot({path: `${screenshots}/${width}-${before}.png`, fullPage: true});
    await page.click('button.theme');
    assert.notEqual(await page.$eval('html', (html) => html.dataset.theme), before);
    assert.deepEqual(page.troubles, []);
    await page.close();
  }
}

/** Router-cycles per second of an exchange on 256 routers: the best of three. */
async function speed(open) {
  const page = await open();
  await started(page);
  const words = ['run', 'total-exchange', '--topology', 'torus:16x16', '--algorithm', 'direct', '--bytes', '64', '--quiet', '--json', '-'];
  let best = 0;
  for (let i = 0; i < 3; ++i) {
    const {seconds, cycles} = await page.evaluate(async (list) => {
      const begin = performance.now();
      const {out} = await window.collnocPlayground.command(list);
      return {seconds: (performance.now() - begin) / 1000, cycles: JSON.parse(out).runs[0].cycles};
    }, words);
    best = Math.max(best, 256 * cycles / seconds);
  }
  await page.close();
  assert(best >= 1e6, `${best} router-cycles per second`);
  return best;
}
