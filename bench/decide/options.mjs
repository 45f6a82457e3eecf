import { parseArgs } from 'node:util';

const FLOORS_AND_LISTS = ['bare-call', 'map-startswith', 'regexp-list', 'tuned-linear', 'two-pointer-list'];
const GATE = ['caliban', 'caliban-judge'];
const QUICK_PEERS = ['re2-shards', 'picomatch', 'opencode-style', 'casbin'];
const FURTHER_PEERS = ['minimatch', 'micromatch', 'gemini', 'cedar'];

const FULL = {
  sizes: [10, 100, 1000, 10_000, 100_000],
  engines: [...GATE, ...FLOORS_AND_LISTS, ...QUICK_PEERS, ...FURTHER_PEERS],
  rounds: 9,
  turnMilliseconds: 60,
  agreementMilliseconds: 1000,
  latencyRounds: 5,
  loadRounds: 5,
  memorySizes: [10_000, 100_000],
  worstCase: { limitMilliseconds: 5000, repeats: 5 },
};

const QUICK = {
  ...FULL,
  sizes: [10, 100, 1000, 10_000],
  engines: [...GATE, ...FLOORS_AND_LISTS, ...QUICK_PEERS],
  rounds: 3,
  turnMilliseconds: 40,
  agreementMilliseconds: 200,
  latencyRounds: 3,
  loadRounds: 3,
  worstCase: { limitMilliseconds: 500, repeats: 3 },
};

export const HELP = `decide: how long one decision takes, against other rule engines

  --quick            10 to 10 000 rules, 3 rounds, fewer peers: under two minutes
  --engines a,b      only these (${FULL.engines.join(', ')})
  --sizes 10,1000    only these numbers of rules

A full run without --engines and --sizes writes bench/results/decide.md and decide.json; any other writes to bench/results/tmp.`;

export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: { quick: { type: 'boolean' }, engines: { type: 'string' }, sizes: { type: 'string' } },
  });
  const plan = values.quick ? QUICK : FULL;
  const engines = values.engines?.split(',') ?? plan.engines;
  const unknown = engines.filter((engine) => !FULL.engines.includes(engine));
  if (unknown.length > 0) throw usageError(`unknown engine \`${unknown[0]}\`; there are ${FULL.engines.join(', ')}`);
  const sizes = values.sizes?.split(',').map(Number) ?? plan.sizes;
  if (!sizes.every((size) => Number.isInteger(size) && size >= 10))
    throw usageError('--sizes takes whole numbers from 10 up');

  const complete = !values.quick && values.engines === undefined && values.sizes === undefined;
  return { ...plan, engines, sizes, complete, memorySizes: plan.memorySizes.filter((size) => sizes.includes(size)) };
}

/** Of the same kind as what `parseArgs` throws: shown without a stack. */
function usageError(message) {
  return Object.assign(new Error(message), { code: 'ERR_PARSE_ARGS_VALUE' });
}
