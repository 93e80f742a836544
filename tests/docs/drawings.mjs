// The checks of drawings_test.
//
//   node drawings.mjs CHROMIUM DRAWING.svg...     and every SVG that a Markdown page shows
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from '../../report/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';
import {unreadable} from '../report/legible.mjs';

const SMALLEST = 9;  // CSS pixels of a letter
const [chromium, ...drawings] = process.argv.slice(2);
const browser = await puppeteer.launch({executablePath: chromium, headless: true, args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files']});
const page = await browser.newPage();
await page.goto('about:blank');
const problems = [];
let checked = 0;

/** The text and axes of an SVG, shown with this width or its own. */
async function check(file, where, width) {
  await page.setContent(fs.readFileSync(file, 'utf8').replace(/^[^]*?(?=<svg)/, '<body style="margin:0">'));
  const found = await page.evaluate(`(${(unreadable, name, smallest, width) => {
    const svg = document.querySelector('svg');
    if (width) {
      svg.removeAttribute('height');
      svg.setAttribute('width', width);
    }
    // Matplotlib's axes: one label each, beside the numbers.
    const bare = [...svg.querySelectorAll('g[id^="matplotlib.axis_"]')].filter((axis) => ![...axis.querySelectorAll('text')].some((text) => /[a-z]{4}/.test(text.textContent)));
    return [...unreadable(svg, name, smallest), ...bare.map((axis) => `${name}: ${axis.id} has no label`)];
  }})(${unreadable}, ${JSON.stringify(where)}, ${SMALLEST}, ${width ?? null})`);
  problems.push(...found);
  ++checked;
}

// Pictures of pages, as a browser chooses and scales them.
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {encoding: 'utf8'}).trim().split('\n');
for (const file of pages) {
  const text = fs.readFileSync(file, 'utf8');
  const pictures = [...text.matchAll(/<picture>[^]*?<\/picture>|!\[[^\]]*\]\([^)]*\.svg\)/g)].map(([shown]) => shown.replace(/!\[[^\]]*\]\(([^)]*)\)/, '<img src="$1">'));
  for (const picture of pictures) {
    const absolute = picture.replace(/(src|srcset)="([^"]*)"/g, (_, key, name) => `${key}="file://${path.resolve(path.dirname(file), name)}"`);
    const html = path.join(process.env.WORK, 'page.html');
    fs.writeFileSync(html, `<style>body { margin: 0 } img { max-width: 100% }</style>${absolute}`);
    for (const width of [400, 1200, 2400]) {
      await page.setViewport({width, height: 900});
      await page.goto(`file://${html}`);
      const shown = await page.$eval('img', async (img) => {
        await img.decode();
        return {file: decodeURI(new URL(img.currentSrc).pathname), width: img.width};
      });
      if (shown.file.endsWith('.svg')) await check(shown.file, `${file}, ${path.basename(shown.file)} at ${width} pixels`, shown.width);
    }
  }
}
for (const file of drawings) await check(file, path.basename(file));
await browser.close();
assert.deepEqual(problems, []);
assert(checked >= 3 * 13 + drawings.length, `${checked} drawings`);
console.log(`${checked} drawings`);
