// The checks of browser_test: the numbers of the page against the program's, and that it can be used.
//
//   node page.mjs COLLNOC PAGE CASES SCREENSHOTS NAME=BROWSER...     SCREENSHOTS: a folder, or empty
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from '../../report/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';
import {cases} from './cases.mjs';
import {use} from './use.mjs';

const [collnoc, file, count, screenshots, ...browsers] = process.argv.slice(2);
assert(fs.statSync(file).size <= 6e6, 'the page has more than 6 MB');

/** What the program prints, without what differs from run to run. */
const comparable = (out) => {
  if (!out) return null;
  const {context, ...rest} = JSON.parse(out);
  return {...rest, version: context?.version};
};

function program(words) {
  const {status, stdout, stderr} = spawnSync(collnoc, words, {maxBuffer: 2 ** 28, encoding: 'utf8'});
  return {code: status, out: comparable(stdout), err: stderr};
}

/** The first `count` runs that the program does not refuse, and those before them that it refuses. */
function expected() {
  const all = [];
  let runs = 0;
  for (const words of cases()) {
    all.push({words, ...program(words)});
    if (all[all.length - 1].code === 0 && ++runs === Number(count)) return all;
  }
}

const wanted = expected();

for (const [name, executable] of browsers.map((word) => word.split('='))) {
  const browser = await puppeteer.launch({browser: name === 'firefox' ? 'firefox' : 'chrome', executablePath: executable, headless: true,
    args: name === 'firefox' ? [] : ['--no-sandbox', '--disable-gpu'], protocolTimeout: 600000});
  /** Opens the page; any error, or message on its console, is in `troubles`. */
  const open = async (hash = '', {width = 1200, theme = 'light'} = {}) => {
    const page = await browser.newPage();
    page.troubles = [];
    page.on('console', (message) => page.troubles.push(message.text()));
    page.on('pageerror', (error) => page.troubles.push(String(error.stack ?? error)));
    await page.setViewport({width, height: 900});
    if (name !== 'firefox') await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
    page.begin = Date.now();
    await page.goto(`file://${file}${hash}`);
    return page;
  };
  // The first picture and the speed: the best of three times, because other tests run beside this one.
  let page = null;
  const times = [];
  for (let i = 0; i < 3; ++i) {
    if (page) await page.close();
    page = await open();
    await page.waitForFunction(() => window.collnocPlayground?.player.moment, {timeout: 60000});
    times.push((Date.now() - page.begin) / 1000);
  }
  const first = Math.min(...times);
  assert(first <= 3, `first picture after ${first} s`);
  await page.evaluate(() => window.collnocPlayground.started);
  for (const {words, code, out, err} of wanted) {
    const answer = await page.evaluate((list) => window.collnocPlayground.command(list), words);
    assert.equal(answer.err, err, words.join(' '));
    assert.equal(answer.code, code, words.join(' '));
    assert.deepEqual(comparable(answer.out), out, words.join(' '));
  }
  assert.deepEqual(page.troubles, []);
  await page.close();
  const speed = await use({open, program, name, all: name === browsers[0].split('=')[0] || count >= 100, screenshots: screenshots && path.join(screenshots, name)});
  await browser.close();
  console.log(`${name}: ${count} runs equal, and ${wanted.length - count} refusals; first picture after ${first.toFixed(1)} s; ${(speed / 1e6).toFixed(1)} M router-cycles/s`);
}
