// The page: choices, a run, and its pictures.
import reportStyle from '../../report/source/style.css';
import {element, number, times} from '../../report/source/format.js';
import {choose, startThemes, themeName} from '../../report/source/theme.js';
import {Curve} from './curve.js';
import {Editor} from './editor.js';
import {Form} from './form.js';
import {Player} from './player.js';
import {Simulator, Stopped} from './simulator.js';
import {commandLine, complaint, describeWords, files, fromHash, mostOwn, ownSchedule, runWords, toHash} from './state.js';
import style from './style.css';

const most = {tiles: 1024, hops: 1_000_000};  // of a run that is shown cycle by cycle

document.head.append(element('style', {}, reportStyle + style));
startThemes();

const state = fromHash(location.hash);
let simulator = new Simulator();
const body = document.body;
body.replaceChildren();
const trouble = element('p', {id: 'trouble', class: 'trouble', role: 'alert', hidden: true});
const lead = element('p', {id: 'result', class: 'lead', role: 'status'}, 'The simulator starts ...');
const command = element('code', {id: 'command'});
const top = element('div'), left = element('div'), right = element('div');
const figure = element('figure', {id: 'network', class: 'wide'}, element('figcaption', {}, element('h3', {}, 'The network'),
  element('p', {class: 'note'}, 'A line is one direction of a link. Space plays, the arrow keys step (with Shift ten cycles) when the picture has the focus.')));
body.append(element('header', {}, element('h1', {}, 'collnoc playground'),
  element('span', {class: 'tools'},
    element('button', {type: 'button', class: 'share', onclick: share}, 'Copy link'),
    element('button', {type: 'button', class: 'theme', onclick: () => choose(themeName() === 'light' ? 'dark' : 'light')}, 'light or dark'))),
top, trouble, lead, element('p', {class: 'note'}, 'The same as a command: ', command), element('main', {}, element('div', {class: 'network'}, figure), element('div', {class: 'beside'}, left, right)));
const player = new Player(figure);
let form, curve, described, latest = null;

function fail(text) {
  trouble.textContent = text;
  trouble.hidden = !text;
}

async function share({target}) {
  if (state.schedule === ownSchedule && state.own.length > mostOwn) return fail('this schedule is too long for a link');
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  target.textContent = copied ? 'Copied' : 'The address is the link';
}

/** The hash follows the choices; the browser's history does not. */
function remember() {
  history.replaceState(null, '', toHash(state) || location.pathname + location.search);
  command.textContent = commandLine(state);
}

/** The network and its schedules. False if there are none. */
async function describe() {
  remember();
  const answer = await simulator.ask('describe', {words: describeWords(state)});
  if (answer.error) {
    fail(answer.error);
    return false;
  }
  if (described?.network.tiles !== answer.network.tiles || JSON.stringify(described.network) !== JSON.stringify(answer.network)) player.showNetwork(answer.network);
  described = answer;
  form.schedules(answer.schedules, state.own !== '');
  return true;
}

async function changed(name) {
  if (simulator.busy) stop();
  fail('');
  if (['topology', 'nic', 'hardware', 'collective'].includes(name)) {
    if (state.schedule !== ownSchedule) state.schedule = 'auto';
    await describe();
  }
  remember();
}

function stop() {
  simulator.stop();
}

/** The sentence about a result. */
function sentence(run) {
  const bytes = run.bytes === 0 ? '' : ` of ${number(run.bytes)} bytes`;
  return `The ${run.collective}${bytes} by ${run.algorithm.startsWith('file:') ? 'your schedule' : run.algorithm} took ${number(run.cycles)} cycles` +
    `${run.bound_cycles > 0 ? `, ${times(run.cycles / run.bound_cycles)} the lower bound of ${number(run.bound_cycles)}` : ''}` +
    `${run.bytes_wrong > 0 ? `; ${number(run.bytes_wrong)} of ${number(run.bytes_checked)} bytes are wrong` : ''}.`;
}

async function run() {
  if (simulator.busy) stop();
  fail('');
  remember();
  form.running(true);
  lead.textContent = 'running ...';
  try {
    if (!await describe()) {
      lead.textContent = '';
      return;
    }
    const answer = await simulator.ask('command', {words: runWords(state), files: files(state)});
    if (!answer.out) {
      fail(complaint(answer));
      lead.textContent = '';
      return;
    }
    const [first] = JSON.parse(answer.out).runs;
    latest = first;
    lead.textContent = sentence(first);
    if (answer.code !== 0 && first.bytes_wrong === 0) fail(complaint(answer));
    // The same run again, watched: that takes longer.
    const small = described.network.tiles <= most.tiles && first.flit_hops <= most.hops;
    const watched = small && answer.code === 0 ? await simulator.ask('watch', {words: runWords(state), files: files(state), channels: described.channels}) : {};
    player.showRun(described.network, first, watched.timeline ?? null);
  } catch (error) {
    lead.textContent = error instanceof Stopped ? 'stopped' : '';
    if (!(error instanceof Stopped)) {
      fail(error.message);
      simulator.stop();
    }
  } finally {
    form.running(false);
  }
}

async function start() {
  const choices = await simulator.ask('choices');
  form = new Form(top, choices, state, {changed, run, stop});
  curve = new Curve(left, state, choices.order);
  new Editor(right, () => simulator, state, () => {
    form.schedules(described?.schedules ?? [], true);
    form.update();
    run();
  });
  await run();
  await curve.measure(false);
}

addEventListener('hashchange', () => {
  Object.assign(state, fromHash(location.hash));
  form.update();
  run();
});

// For tests.
globalThis.collnocPlayground = {
  started: start().catch((error) => fail(error.message)), state, player, run,
  get latest() { return latest; },
  get curve() { return curve; },
  command: (words, written = {}) => simulator.ask('command', {words, files: written}),
};
