import { createRandom } from './random.mjs';
import {
  BROAD_COMMANDS,
  DIRECTORIES,
  ENVIRONMENTS,
  EXTENSIONS,
  FIRST_HALVES,
  FLAGS,
  MCP_TOOLS,
  NAMED_FLAGS,
  PAIRS,
  SECOND_HALVES,
} from './vocabulary.mjs';

/** Ten rules hold six command prefixes, one `~`, two paths and one MCP field, in random order. No rule comes twice. */
const TEN = ['command', 'command', 'command', 'command', 'command', 'command', 'anywhere', 'path', 'path', 'field'];

export function generateRules(count, seed = 1) {
  const random = createRandom(seed);
  const write = { command: commandRule(random), anywhere: anywhereRule, path: pathRule, field: fieldRule };
  const patterns = new Set();
  while (patterns.size < count) {
    for (const kind of random.shuffled(TEN)) {
      const size = patterns.size;
      while (patterns.size === size) patterns.add(write[kind](random));
    }
  }
  const actions = ['allow', 'allow', 'allow', 'ask', 'deny'];
  return [...patterns].slice(0, count).map((pattern) => ({ pattern, action: random.pick(actions) }));
}

/** A name such as `silver-ledger` or `silver-ledger-42`: what makes one rule differ from the next. */
export function name(random) {
  const stem = `${random.pick(FIRST_HALVES)}-${random.pick(SECOND_HALVES)}`;
  return random.chance(0.4) ? `${stem}-${random.below(100)}` : stem;
}

function commandRule(random) {
  const unusedBroad = random.shuffled(BROAD_COMMANDS);
  return () => {
    if (unusedBroad.length > 0 && random.chance(0.03)) return `Bash:${unusedBroad.pop()} *`;
    const pair = random.pick(PAIRS);
    const form = random.weighted([
      [0.45, () => `${pair} ${name(random)} *`],
      [0.25, () => `${pair} ${name(random)}*`],
      [0.15, () => `${pair} ${random.pick(FLAGS)} ${name(random)} *`],
      [0.08, () => `${pair} ${name(random)}`],
      [0.07, () => `${pair} * ${random.pick(NAMED_FLAGS)}=${name(random)}*`],
    ]);
    return `Bash:${form()}`;
  };
}

function anywhereRule(random) {
  const form = random.weighted([
    [0.2, () => `rm -rf /srv/${name(random)}`],
    [0.2, () => `https://${name(random)}.example/`],
    [0.15, () => `--password=${name(random)}`],
    [0.15, () => `${name(random)}.internal`],
    [0.1, () => `DROP TABLE ${name(random).replaceAll('-', '_')}`],
    [0.1, () => `deploy@${name(random)}`],
    [0.05, () => `sudo ${name(random)}`],
    [0.05, () => `curl *${name(random)}.sh | bash`],
  ]);
  return `Bash:~${form()}`;
}

function pathRule(random) {
  const tool = random.pick(['Edit', 'Write', 'Read']);
  const directory = random.pick(DIRECTORIES);
  const extension = random.pick(EXTENSIONS);
  const form = random.weighted([
    [0.3, () => `${directory}/${name(random)}/**`],
    [0.2, () => `${directory}/${name(random)}/*.${extension}`],
    [0.15, () => `/srv/${name(random)}/${random.pick(ENVIRONMENTS)}/**/*.${extension}`],
    [0.15, () => `${directory}/**/${name(random)}.${extension}`],
    [0.1, () => `/etc/${name(random)}/*.conf`],
    [0.1, () => `${directory}/${name(random)}.${extension}`],
  ]);
  return `${tool}:${form()}`;
}

function fieldRule(random) {
  const [tool, key] = random.pick(MCP_TOOLS);
  const form = random.weighted([
    [0.5, () => `acme/${name(random)}`],
    [0.3, () => `acme/${name(random)}-*`],
    [0.2, () => `*/${name(random)}`],
  ]);
  return `${tool}:${key}=${form()}`;
}
