// The first screen: one sentence with what was fastest and how far from the bound, and the table of all cases.
import {clause} from './factors.js';
import {listed, namedAsEqual} from './fastest.js';
import {column, decimalsOf, element, number, plural, size, span, times} from './format.js';

const bytesText = (group, bytes) => bytes === 0 ? '' : ` of ${size(bytes)} bytes`;

function caseSentence(group) {
  const best = group.fastest(group.largest), names = group.fastestNames(group.largest), count = group.schedules(group.largest);
  const words = group.name.replace(group.collective, `${group.collective}${bytesText(group, group.largest)}`);
  const won = count === 1 ? 'took' : count === names.length ? 'are equal with' : names.length === 1 ? 'was fastest with' : 'were fastest with';
  const led = group.sizes.filter((bytes) => group.contested(bytes) && group.fastestNames(bytes).includes(names[0]));
  const alone = led.filter((bytes) => group.fastestNames(bytes).length === 1).length;
  return `For the ${words}, ${listed(names)} ${won} ${number(best.cycles)} cycles` +
    (best.bound_cycles > 0 ? `, ${times(best.cycles / best.bound_cycles)} the lower bound of ${number(best.bound_cycles)}` : '') +
    (group.sizes.length > 1 && names.length === 1 && count > 1 ? `; it led at ${led.length} of ${group.sizes.length} sizes${alone < led.length ? `, ${alone} of them alone` : ''}` : '') +
    (count > names.length ? `, against ${plural(count - names.length, 'other schedule')}.` : '.');
}

function casesSentence(cases) {
  const all = cases.flatMap((group) => group.sizes.map((bytes) => ({group, bytes, best: group.fastest(bytes)})));
  const compared = all.filter(({group, bytes}) => group.contested(bytes)), tied = all.filter(({group, bytes}) => group.schedules(bytes) > 1).length - compared.length;
  const wins = new Map();
  for (const {group, bytes} of compared) for (const name of group.fastestNames(bytes)) wins.set(name, (wins.get(name) ?? 0) + 1);
  const most = Math.max(...wins.values()), leaders = [...wins.keys()].filter((name) => wins.get(name) === most).sort(cases[0].compare);
  const far = all.filter(({best}) => best.bound_cycles > 0).map((one) => ({...one, ratio: one.best.cycles / one.best.bound_cycles})).sort((a, b) => a.ratio - b.ratio);
  const place = ({group, bytes}) => `${group.name}${bytes ? `, ${size(bytes)} bytes` : ''}`;
  const where = compared.length === 1 ? '' : `${leaders.length > 1 ? ', each' : ''} in ${most} of ${plural(compared.length, 'case')}`;
  const equal = tied === 0 ? '' : compared.length > 0 ? `; all schedules are equal in ${tied} more` : `all schedules are equal in ${tied === all.length ? (tied === 1 ? 'the case' : `all ${tied} cases`) : `${tied} of ${plural(all.length, 'case')}`}`;
  const parts = [];
  if (compared.length > 0) parts.push(`${listed(leaders)} ${leaders.length > 1 ? 'were' : 'was'} fastest${where}${equal}`);
  else if (equal) parts.push(equal);
  if (far.length > 0) {
    const [near, last] = [far[0], far[far.length - 1]], decimals = decimalsOf([near.ratio, last.ratio]);
    const [a, b] = [near, last].map(({ratio}) => ratio.toFixed(decimals));
    parts.push(`the ${compared.length > 0 ? 'fastest ' : ''}schedules took ${a === b ? `${a} times` : `${a} (${place(near)}) to ${b} times (${place(last)})`} the lower bound`);
  }
  if (parts.length === 0) parts.push(`${plural(all.length, 'case')} with one schedule each`);
  const text = parts.join('; ');
  return `${compared.length > 0 ? text : text[0].toUpperCase() + text.slice(1)}.`;
}

/** How many choices the first sentence compares. */
const clauses = 4;

/** What networks, NICs, executors and settings change; empty where the cases differ in nothing else. */
export function comparisonSentence(all, cases) {
  if (all.length === 0) return '';
  const shown = all.slice(0, clauses), rest = all.slice(clauses);
  const text = [...shown.map(clause), ...(rest.length ? [`${plural(rest.length, 'other setting')} ${rest.length === 1 ? 'changes' : 'change'} at most ${(100 * (rest[0].most - 1)).toFixed(1)} %`] : [])].join('; ');
  const chosen = cases.some((group) => group.sizes.some((bytes) => group.schedules(bytes) > 1)) ? ', each with its fastest schedule' : '';
  return `${text[0].toUpperCase() === text[0] || !text.startsWith('the ') ? text : `The ${text.slice(4)}`}${chosen}.`;
}

/** Two results of the same runs. */
function changeSentence({pairs, sources}) {
  const faster = pairs.filter((p) => p.after.cycles < p.before.cycles), slower = pairs.filter((p) => p.after.cycles > p.before.cycles);
  const against = `${sources[1].name} against ${sources[0].name}`;
  if (faster.length + slower.length === 0) return `${against}: ${pairs.length === 1 ? 'the run is' : `all ${pairs.length} runs are`} equal in cycles.`;
  const part = (list, what, ratio) => list.length ? [`${list.length} ${what} by ${span(list.map(ratio))}`] : [];
  const equal = pairs.length - faster.length - slower.length;
  return `${against}: of ${plural(pairs.length, 'run')}, ${[...part(faster, 'faster', (p) => p.before.cycles / p.after.cycles), ...part(slower, 'slower', (p) => p.after.cycles / p.before.cycles), ...(equal ? [`${equal} equal`] : [])].join(', ')}.`;
}

function trafficSentence(groups) {
  const ends = groups.map((group) => {
    const good = group.loads.filter((load) => !load.saturated);
    return {group, all: good.length === group.loads.length, accepted: Math.max(...group.loads.map((load) => load.accepted)), low: group.loads[0]};
  }).sort((a, b) => b.accepted - a.accepted);
  const {group, all, accepted, low} = ends[0];
  const first = ends.filter((end) => end.accepted === accepted), last = ends[ends.length - 1];
  if (first.length > 1) return `${namedAsEqual(first.map((end) => end.group.name))}, up to ${number(accepted)} flits/node/cycle accepted${first.length < ends.length ? ', the most' : ''}.`;
  // How much more only where both networks are saturated: otherwise more load was not offered.
  const saturated = ends.length > 1 && !all && !last.all;
  if (saturated) {
    const texts = column([accepted, last.accepted], 3);
    return `${group.name} accepted the most, up to ${texts[0]} flits/node/cycle, ${times(accepted / last.accepted)} as much as ${last.group.name} (${texts[1]})` +
      (low.latency_mean === null ? '.' : `; its mean latency at a load of ${number(low.offered)} was ${number(low.latency_mean)} cycles.`);
  }
  return `${group.name} accepted ${groups.length > 1 ? 'the most, ' : ''}up to ${number(accepted)} flits/node/cycle${all ? ' without saturation' : ''}` +
    (low.latency_mean === null ? '.' : `; its mean latency at a load of ${number(low.offered)} was ${number(low.latency_mean)} cycles.`);
}

const replaySentence = ({trace, topology, result}) => `The ${plural(result.messages, 'message')} of ${trace} took ${number(result.cycles)} cycles on ${topology}; ` +
  `${number(result.critical_path.network_cycles + result.critical_path.serialization_cycles)} of them in the network on the critical path, ${number(result.critical_path.queueing_cycles)} in queues.`;

const programSentence = (program) => `${program.file} took ${number(program.marked?.cycles ?? program.cycles)} cycles${program.marked ? ' between its marks' : ''} on ${program.topology}.`;

export function sentence({cases: all, compared, comparisons, traffic, document}) {
  const cases = compared ? all.filter((group) => group.runs[0].source === compared.pairs[0].after.source) : all;
  const first = [compared ? changeSentence(compared) : '', comparisonSentence(comparisons, cases)].filter(Boolean).map((text) => `${text} `).join('');
  if (cases.length === 1) return first + caseSentence(cases[0]);
  if (cases.length > 1) return first + casesSentence(cases);
  if (traffic.length) return trafficSentence(traffic);
  if (document.replays.length) return replaySentence(document.replays[0]);
  if (document.programs.length) return programSentence(document.programs[0]);
  if (document.schedules.length) {
    const s = document.schedules[0];
    return `${s.algorithm} performs the ${s.collective} on ${s.topology} in ${plural(s.steps.length, 'step')} with ${plural(s.messages, 'message')}.`;
  }
  if (document.timelines.length) return `The run ${document.timelines[0].title} took ${number(document.timelines[0].end)} cycles.`;
  return 'There are no results yet.';
}

/** How much of the sweeps has ended, and what failed. */
export function progress(document) {
  const lines = [];
  for (const source of document.sources) {
    if (source.kind !== 'sweep') continue;
    if (source.ended < source.points) lines.push(`${source.name}: ${number(source.ended)} of ${plural(source.points, 'point')} have ended so far.`);
    if (source.failed > 0) lines.push(`${source.name}: ${plural(source.failed, 'point')} failed; the first: ${source.error}`);
  }
  return lines;
}

const rowsShown = 30;

/** The fastest schedules of every case and size, with a link to their pictures. */
export function table(cases, idOf) {
  const set = cases.some((group) => group.settings);
  const bounded = cases.some((group) => group.bound(group.largest) > 0);
  const contested = cases.some((group) => group.sizes.some((bytes) => group.contested(bytes)));
  const ratios = cases.flatMap((group) => group.sizes.map((bytes) => group.bound(bytes) > 0 ? group.fastest(bytes).cycles / group.bound(bytes) : 0));
  const decimals = decimalsOf(ratios);
  /** The schedules of a cell; whether they are equal, and that none was slower where the column says "fastest". */
  const schedules = (group, bytes) => {
    const names = group.fastestNames(bytes);
    const ends = [...(names.length > 1 ? ['equal'] : []), ...(contested && !group.contested(bytes) ? [names.length > 1 ? 'no other' : 'only one'] : [])];
    return [...names.flatMap((name, i) => i === 0 ? [element('code', {}, name)] : [', ', element('code', {}, name)]), ...(ends.length ? [`${names.length > 1 ? ': ' : ' ('}${ends.join(', ')}${names.length > 1 ? '' : ')'}`] : [])];
  };
  // What a case is. Columns that are the same in all rows have no space on a narrow page; the link is in one that is not.
  const what = [['collective', (group) => group.collective], ['network', (group) => group.topology], ['NIC', (group) => group.nic], ...(set ? [['settings', (group) => group.settings]] : [])]
    .map(([head, of]) => ({head, of, differs: cases.some((group) => of(group) !== of(cases[0]))}));
  const linked = what.find(({differs}) => differs) ?? what[0];
  // [head] the class of a column.
  const classes = {bytes: 'n', cycles: 'n', bound: 'n aside', '× bound': 'n', ...Object.fromEntries(what.filter(({differs}) => !differs).map(({head}) => [head, 'same']))};
  const rows = cases.flatMap((group) => group.sizes.map((bytes) => {
    const best = group.fastest(bytes);
    const cells = [
      ...what.map((column) => element('td', {class: classes[column.head] ?? null}, column === linked ? element('a', {href: `#${idOf(group)}`}, column.of(group)) : column.of(group))),
      element('td', {class: 'n'}, bytes ? size(bytes) : ''), element('td', {}, ...schedules(group, bytes)), element('td', {class: 'n'}, number(best.cycles)),
    ];
    if (bounded) cells.push(element('td', {class: classes.bound}, best.bound_cycles ? number(best.bound_cycles) : ''), element('td', {class: 'n'}, best.bound_cycles ? (best.cycles / best.bound_cycles).toFixed(decimals) : ''));
    return element('tr', {}, ...cells);
  }));
  const heads = [...what.map(({head}) => head), 'bytes', contested ? 'fastest' : 'schedule', 'cycles', ...(bounded ? ['bound', '× bound'] : [])];
  const made = (list) => element('div', {class: 'scroll'}, element('table', {class: 'cases'}, element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {class: classes[head] ?? null}, head)))), element('tbody', {}, ...list)));
  if (rows.length <= rowsShown) return made(rows);
  return element('div', {}, made(rows.slice(0, rowsShown)), element('details', {}, element('summary', {}, `${rows.length - rowsShown} more`), made(rows.slice(rowsShown))));
}
