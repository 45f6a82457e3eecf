import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from '../audit/rounds.mjs';
import { home, input, timed } from './contestants.mjs';

const NODES = fileURLToPath(new URL('../../test/nodes/node_modules/', import.meta.url));
const PACK = fileURLToPath(new URL('../../scripts/pack.mjs', import.meta.url));
const RULES = 1_000;
const COMMAND = 'git push origin main';

/** The installed package on each Node of `npm run test:nodes`: the lines that `install` writes, to the end of the process. */
export function nodeRows(scratch, rounds) {
  const prefix = installedPackage(scratch);
  if (!existsSync(NODES)) throw new Error('no other Node is there; run `npm run test:nodes` first');
  const names = readdirSync(NODES).filter((name) => /^node-\d+$/.test(name));
  return measured(
    names.map((name) => ({ name, contestants: contestantsOf(name, { scratch, prefix }) })),
    rounds,
  );
}

function installedPackage(scratch) {
  const [packed, prefix] = [`${scratch}packed`, `${scratch}prefix`];
  must(process.execPath, [PACK, packed, '--built', 'cli']);
  const [tarball] = readdirSync(packed);
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  must('npm', ['install', ...quiet, '--global', '--prefix', prefix, `${packed}/${tarball}`]);
  return prefix;
}

function contestantsOf(name, { scratch, prefix }) {
  const bin = `${NODES}${name}/bin`;
  const where = home(scratch, RULES, name);
  const common = { home: where, env: { PATH: `${bin}:${prefix}/bin:${process.env.PATH}` } };
  const line = (scope, directory) => {
    must(`${prefix}/bin/caliban`, ['install', 'claude-code', '--scope', scope, '--no-import'], {
      cwd: `${where}/workspace`,
      env: { ...common.env, HOME: where },
    });
    const settings = JSON.parse(readFileSync(`${directory}/.claude/settings.json`, 'utf8'));
    const { command } = settings.hooks.PreToolUse[0].hooks[0];
    return { ...common, command: '/bin/sh', args: ['-c', command], input: input(scratch, 'plain', COMMAND) };
  };
  return [
    { ...common, name: 'node -e 0', command: `${bin}/node`, args: ['-e', '0'] },
    { name: 'hook, as a user starts it', ...line('user', where) },
    { name: 'hook, as a project starts it', ...line('project', `${where}/workspace`) },
  ];
}

/** Interleaved. The first starts teach the bytecode and pack the rules. */
async function measured(nodes, rounds) {
  const taught = 10;
  const rows = nodes.map(({ name, contestants }) => ({ name, contestants, times: contestants.map(() => []) }));
  for (let round = 0; round < taught + rounds; round++) {
    process.stderr.write(`cold-start: round ${round + 1} of ${taught + rounds}\n`);
    for (const { contestants, times } of rows) {
      const order = contestants.map((_, index) => (round % 2 === 0 ? index : contestants.length - 1 - index));
      for (const index of order) {
        const { toEnd } = await timed(contestants[index]);
        if (round >= taught) times[index].push(toEnd);
      }
    }
  }
  return rows.map(({ name, contestants, times }) => ({ name, rows: ratiosOf(contestants, times) }));
}

function ratiosOf(contestants, [bare, ...times]) {
  return times.map((mine, index) => ({
    name: contestants[index + 1].name,
    minimum: Math.min(...mine) / Math.min(...bare),
    median: median(mine.map((time, round) => time / bare[round])),
    milliseconds: Math.min(...mine) / 1e6,
    bareMilliseconds: Math.min(...bare) / 1e6,
  }));
}

function must(command, args, options = {}) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

export const NODE_TARGET = 1.2;

export function nodesReport({ cores, rounds, load, nodes }) {
  const head =
    '| Node | hook, 1,000 rules | minimum | median | target | | ms | `node -e 0`, ms |\n|---|---|---:|---:|---:|---|---:|---:|';
  const cells = nodes.flatMap(({ name, rows }) =>
    rows.map((row) => [
      name.replace('node-', ''),
      row.name.replace('hook, ', ''),
      `${row.minimum.toFixed(2)} ×`,
      `${row.median.toFixed(2)} ×`,
      `≤ ${NODE_TARGET.toFixed(2)}`,
      row.median <= NODE_TARGET ? 'met' : '**missed**',
      row.milliseconds.toFixed(1),
      row.bareMilliseconds.toFixed(1),
    ]),
  );
  return `# Starting on each Node, measured

${cores} cores, ${rounds} rounds, load of the machine ${load.toFixed(1)}. Made by \`npm run bench -- cold-start --nodes\`. The package as npm installs it, with the lines that \`install\`
writes, shell and all, from the start of the process until it has ended. Ratios are to \`node -e 0\` of the same Node: of the two minima, and the
median of the ratios inside a round, which the target is held against: on a machine with other work one lucky start makes a minimum. Nothing is
taken off.

${[head, ...cells.map((row) => `| ${row.join(' | ')} |`)].join('\n')}
`;
}
