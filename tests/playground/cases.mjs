// The runs that playground and program are compared by: the same ones every time.

const networks = ['mesh:4x4', 'torus:4x4', 'mesh:3x5', 'torus:8x4', 'mesh:8x8', 'mesh:4x2x3', 'torus:3x3x3', 'mesh:4x4w', 'hypercube:4', 'ghc:4x4', 'star:4', 'spidergon:16',
  'ring:8', 'complete:6', 'tree:2,3', 'dragonfly:4,1', 'random-regular:16,4,1'];
const collectives = ['broadcast', 'total-exchange', 'all-to-all-broadcast', 'scatter', 'gather', 'barrier', 'reduce', 'reduce-scatter', 'all-reduce'];
const sizes = ['8', '64', '200', '1K', '4K'];

/** A linear congruential generator: numbers from 0 to below. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** Endless command lines of `collnoc run`; some are refused. */
export function* cases() {
  const next = random(46);
  const one = (list) => list[next(list.length)];
  for (let i = 0;; ++i) {
    const executor = one(['native', 'native', 'nic']);
    const collective = collectives[i % collectives.length];
    yield ['run', collective, '--topology', networks[i % networks.length], '--nic', one(['one-port', 'all-port']), ...(collective === 'barrier' ? [] : ['--bytes', one(sizes)]),
      '--algorithm', next(4) === 0 ? 'all' : 'auto', '--hardware', one(['default', 'default', 'throughput', 'collectives', 'all-port']),
      '--executor', executor, ...(executor === 'native' && next(3) === 0 ? ['--startup-cycles', '20'] : []), '--per-link', '--quiet', '--json', '-'];
  }
}
