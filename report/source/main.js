// The page of `collnoc report`: reads the results that it carries and shows what there is to see in them.
import {addBars} from './bars.js';
import {addComparison} from './compare.js';
import {addCurves} from './curves.js';
import {read} from './data.js';
import {addFinish, addFinishOfCase} from './finish.js';
import {element, number} from './format.js';
import {addTraffic} from './load.js';
import {addGrid} from './grid.js';
import {addNetworks} from './network.js';
import {pictures} from './picture.js';
import {addSpaceTime} from './spacetime.js';
import style from './style.css';
import {progress, sentence, table} from './summary.js';
import {choose, startThemes, themeName} from './theme.js';

/** Cases whose pictures are on the page without a click. */
const mostOpen = 8;

const results = JSON.parse(document.getElementById('results').textContent);
const page = read(results);

document.head.append(element('style', {}, style));
startThemes();

/** A part of the page with a heading, at the end of `parent`; `fill` gets the place of its pictures. */
function section(id, title, fill, parent = document.body) {
  const place = element('div', {class: 'pictures'});
  const made = element('section', {id}, element('h2', {}, title), place);
  parent.append(made);
  fill(place, made);
  if (!place.children.length) made.remove();
}

/** Puts texts and tables of a section, over the whole width, before its pictures. */
function wordsBefore(place, made) {
  const words = element('div');
  for (const child of [...place.children]) if (child.tagName !== 'FIGURE') words.append(child);
  made.insertBefore(words, place);
}

const themeButton = element('button', {type: 'button', class: 'theme', onclick: () => choose(themeName() === 'dark' ? 'light' : 'dark')}, 'light / dark');
document.body.append(element('header', {}, element('h1', {}, results.title), themeButton));
document.body.append(element('p', {class: 'lead', id: 'sentence'}, sentence(page)));
for (const line of progress(results)) document.body.append(element('p', {class: 'warn'}, line));

const caseIds = new Map(page.cases.map((group, i) => [group, `case-${i + 1}`]));
if (page.cases.length > 1 || page.cases.some((group) => group.sizes.length > 1)) document.body.append(table(page.cases, (group) => caseIds.get(group)));

if (page.compared) section('compared', `${page.compared.sources[1].name} against ${page.compared.sources[0].name}`, (place, made) => {
  addComparison(place, page.compared);
  wordsBefore(place, made);
});
if (!page.compared) section('all', 'All cases', (place) => addGrid(place, page));
// Many cases are folded: the picture of all of them comes first, and each is a link away.
let each = document.body;
if (page.cases.length > mostOpen && !page.compared) {
  each = element('details', {id: 'each'}, element('summary', {}, `each of the ${page.cases.length} cases`));
  document.body.append(each);
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || !each.contains(target)) return;
    each.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', open);
  addEventListener('load', open);
}
for (const group of page.cases) {
  const id = caseIds.get(group);
  section(id, group.name, (place) => {
    if (group.sizes.length > 1) addCurves(place, `${id}-curves`, group, page.styles);
    if (group.bound(group.largest) > 0) addBars(place, `${id}-bars`, group, page.styles);
    addFinishOfCase(place, `${id}-finish`, group, page.styles);
  }, each);
}
if (page.traffic.length) section('traffic', 'Synthetic traffic', (place, made) => {
  addTraffic(place, page.traffic);
  wordsBefore(place, made);
});
for (const [i, program] of results.programs.entries())
  section(`program-${i + 1}`, `${program.file} on ${program.topology}`, (place) => addFinish(place, `program-${i + 1}-finish`, [program], () => ''));
section('network', 'The network', (place) => addNetworks(place, page));
for (const [i, timeline] of results.timelines.entries())
  section(`time-${i + 1}`, `Space and time: ${timeline.title}`, (place) => addSpaceTime(place, `time-${i + 1}-picture`, timeline));

document.body.append(element('footer', {}, ...results.sources.map((source) =>
  element('p', {}, `${source.name}: `, element('code', {}, source.command ?? source.schema ?? source.kind), source.seed === undefined ? '' : `, seed ${number(source.seed)}`, source.version ? `, collnoc ${source.version}` : ''))));

/** For tests: all pictures, drawn. */
window.collnocReport = {page, pictures, drawAll: () => pictures.forEach((picture) => picture.show())};
