// The pages of browser_test in Firefox: no error, the same marks and numbers as in Chromium, hover and themes.
//
//   node firefox.mjs FIREFOX CHROMIUM FOLDER
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from '../../report/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';

const [firefox, chromium, folder] = process.argv.slice(2);
const browsers = {
  firefox: await puppeteer.launch({browser: 'firefox', executablePath: firefox, headless: true, protocolTimeout: 300000}),
  chromium: await puppeteer.launch({executablePath: chromium, headless: true, args: ['--no-sandbox', '--disable-gpu']}),
};

/** Opens a page and draws all of it; an error or a message on its console fails the test. */
async function open(browser, name) {
  const page = await browser.newPage();
  page.troubles = [];
  page.on('console', (message) => page.troubles.push(message.text()));
  page.on('pageerror', (error) => page.troubles.push(String(error.stack ?? error)));
  await page.setViewport({width: 1200, height: 900});
  await page.goto(`file://${folder}/${name}.html`);
  await page.evaluate(() => window.collnocReport.drawAll());
  return page;
}

/** Of every picture: its marks of each kind, without axes, whose ticks depend on the widths of letters, and its CSV. */
const content = (page) => page.evaluate(() => [...window.collnocReport.pictures.values()].map((picture) => {
  const marks = {};
  for (const kind of ['circle', 'rect', 'canvas', '[aria-label="line"] path', '[aria-label="area"] path', '[aria-label="dot"] > *'])
    marks[kind] = picture.drawing.querySelectorAll(kind).length;
  const csv = picture.csv();
  let sum = 0;
  for (let i = 0; i < csv.length; ++i) sum = (31 * sum + csv.charCodeAt(i)) | 0;
  return {id: picture.id, marks, csv: [csv.length, sum]};
}));

// Without `tuned`: Firefox takes minutes to draw all of its pictures at once. A reader draws them one by one.
const pages = fs.readdirSync(folder).filter((file) => file.endsWith('.html')).map((file) => path.basename(file, '.html'))
    .filter((name) => name !== 'tuned').sort();
let checks = 0;
for (const name of pages) {
  const [mine, other] = [await open(browsers.firefox, name), await open(browsers.chromium, name)];
  const shown = await content(mine);
  assert(name === 'empty' ? shown.length === 0 : shown.length > 0, name);
  assert.deepEqual(shown, await content(other), name);
  assert.deepEqual(mine.troubles, [], name);
  if (name === 'curves') {
    const box = await (await mine.$('#case-1-curves svg')).boundingBox();
    await mine.mouse.move(box.x + box.width / 2, box.y + 150);
    await mine.waitForFunction(() => /\d cycles/.test(document.querySelector('#case-1-curves [aria-label="tip"]')?.textContent ?? ''));
    const ground = () => mine.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const before = await ground();
    await mine.click('button.theme');
    assert.notEqual(await ground(), before);
  }
  await mine.close();
  await other.close();
  ++checks;
}
for (const browser of Object.values(browsers)) await browser.close();
console.log(`firefox: ${checks} pages`);
