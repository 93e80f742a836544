// What the reader has chosen: as options of the program, and in the address.

/** Names in the address, with their defaults. */
const defaults = {
  collective: 'broadcast', topology: 'torus:4x4', nic: 'one-port', hardware: 'default', executor: 'native', schedule: 'auto', bytes: '1K', root: '0', startup: '0',
  own: '',  // the text of the reader's own schedule
};

/** The schedule of the reader, among the names of schedules. */
export const ownSchedule = 'your own, below';
const file = '/schedule.json';

export const initial = () => ({...defaults});

/** The state of an address's hash. Names that do not exist are left out. */
export function fromHash(hash) {
  const state = initial();
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) if (name in defaults) state[name] = value;
  return state;
}

/** The longest schedule in an address, in letters: browsers refuse long addresses. */
export const mostOwn = 100_000;

/** The other way round: what differs from the defaults. The own schedule is only in it where it is chosen, and not too long. */
export function toHash(state) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === defaults[name] || (name === 'own' && (state.schedule !== ownSchedule || value.length > mostOwn))) continue;
    words.set(name, value);
  }
  return words.size === 0 ? '' : `#${words}`;
}

const network = ({topology, nic, hardware}) => ['--topology', topology, '--nic', nic, '--hardware', hardware];
const named = ({schedule}) => schedule === ownSchedule ? `file:${file}` : schedule;

/** The words of commands, and the files that they read. */
export const files = (state) => state.schedule === ownSchedule ? {[file]: state.own} : {};
/** Without what a collective has not: the program refuses it. */
const bytesOf = ({collective}, bytes) => collective === 'barrier' ? [] : ['--bytes', bytes];
const rootOf = ({root}) => root === defaults.root ? [] : ['--root', root];
/** Without the root: which schedules there are does not depend on it. */
export const describeWords = (state) => [state.collective, '--algorithm', 'all', ...bytesOf(state, '64'), ...network(state)];
export const runWords = (state, {schedule = named(state), bytes = state.bytes} = {}) =>
  ['run', state.collective, '--algorithm', schedule, ...bytesOf(state, bytes), ...rootOf(state), ...network(state), '--executor', state.executor,
    ...(state.startup === defaults.startup ? [] : ['--startup-cycles', state.startup]), '--quiet', '--json', '-'];
export const checkWords = (state) => ['check', state.collective, '--algorithm', named(state), ...bytesOf(state, state.bytes), ...rootOf(state), ...network(state), '--quiet', '--json', '-'];
export const scheduleWords = (state) => ['schedule', state.collective, '--algorithm', state.schedule, ...bytesOf(state, state.bytes), ...rootOf(state), ...network(state), '--quiet', '--json', '-'];

/** What a user would type for the same run. */
export const commandLine = (state) =>
  `collnoc run ${state.collective} --topology ${state.topology} --nic ${state.nic} --algorithm ${state.schedule === ownSchedule ? 'file:schedule.json' : state.schedule}` +
  bytesOf(state, state.bytes).map((word) => ` ${word}`).join('') +
  ['hardware', 'executor', 'root'].filter((name) => state[name] !== defaults[name]).map((name) => ` --${name} ${state[name]}`).join('') +
  (state.startup === defaults.startup ? '' : ` --startup-cycles ${state.startup}`);

/** The program's complaint, without its name: one line. */
export function complaint({err}) {
  const line = err.trim().split('\n').pop() ?? '';
  return line.replace(/^collnoc: (error: )?/, '').replace(`${file}:`, `${file.slice(1)}:`) || 'the program has failed';
}
