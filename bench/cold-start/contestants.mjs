import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { generateRules } from '../decide/generate-rules.mjs';
import { peers } from './peers.mjs';

const BUILT = new URL('../../packages/', import.meta.url);
const PROGRAM = fileURLToPath(new URL('cli/dist/bundle/caliban.cjs', BUILT));

/**
 * The floor first, then what ratios are taken to, unless a row names another by `of`. `args` are of node; `fresh` forgets the packed policy
 * before each start; `expects` is what has to be printed, every time: whoever fails fast is not fast.
 */
export async function contestants(scratch) {
  if (!existsSync(PROGRAM)) throw new Error('the program is not built; run `npm run build`');
  const homes = Object.fromEntries([100, 1_000, 10_000, 100_000].map((count) => [count, home(scratch, count)]));
  writeFileSync(`${scratch}empty.cjs`, '');
  const all = [
    { name: 'true', command: '/bin/true', args: [], home: homes[100] },
    { name: 'node -e 0', args: ['-e', '0'], home: homes[100] },
    { name: 'node with an empty file', args: [`${scratch}empty.cjs`], home: homes[100] },
    ...(await hookRows(scratch, homes)),
    await permsTestRow(homes[100]),
    ...peers(scratch, homes[100]),
  ];
  for (const contestant of all) await start(contestant);
  return all;
}

const PLAIN = 'git push origin main';
const COMPOUND = 'cd src && git status --short | head -20 && npm test 2>&1 | tail -5';

/** Started with the words that `install` writes for a user. */
async function hookRows(scratch, homes) {
  const { hookProgram } = await import(new URL('cli/dist/install/hook-program.js', BUILT));
  const { hookCommand } = await import(new URL('adapters/dist/hosts/setup/hook-command.js', BUILT));
  const program = hookProgram('user', { execPath: process.execPath, script: PROGRAM, platform: 'linux' });
  const line = { command: '/bin/sh', args: ['-c', hookCommand(program, 'claude-code')] };
  const args = [...program.words.slice(1), 'hook', 'claude-code'];
  const [plain, compound] = [input(scratch, 'plain', PLAIN), input(scratch, 'compound', COMPOUND)];
  const row = async (count, given = {}) => {
    const { home = homes[count], input = plain, ...rest } = given;
    const action = await judgedFromFiles(home, input === plain ? PLAIN : COMPOUND);
    return { args, home, input, expects: `"permissionDecision":"${action}"`, ...rest };
  };
  return [
    { name: 'hook, 100 rules', ...(await row(100)), target: 1.1 },
    { name: 'hook, 1,000 rules', ...(await row(1_000)), target: 1.1 },
    { name: 'hook, 10,000 rules', ...(await row(10_000)), target: 1.15 },
    { name: 'hook, 100,000 rules', ...(await row(100_000)), target: 1.25 },
    { name: 'hook, 1,000 rules, a compound command', ...(await row(1_000, { input: compound })), target: 1.4 },
    {
      name: 'hook, 1,000 rules, first run',
      ...(await row(1_000, { home: home(scratch, 1_000, 'first'), fresh: true })),
      target: 1.4,
    },
    { name: BY_NAME, ...(await row(1_000, { args: [PROGRAM, 'hook', 'claude-code'] })) },
    { name: LINE, ...(await row(1_000, line)) },
    {
      name: `${LINE}, with \`NODE_EXTRA_CA_CERTS\``,
      ...(await row(1_000, { ...line, env: { NODE_EXTRA_CA_CERTS: certificates(scratch) } })),
      of: LINE,
      target: 1.1,
    },
  ];
}

const BY_NAME = 'hook, 1,000 rules, as a project starts it';
const LINE = 'hook, 1,000 rules, the whole line in a shell';

/** As many as a company may have. */
function certificates(scratch) {
  writeFileSync(`${scratch}certificates.pem`, rootCertificates.join('\n'));
  return `${scratch}certificates.pem`;
}

async function permsTestRow(home) {
  const args = [PROGRAM, 'perms', 'test', 'Bash', PLAIN];
  return { name: 'perms test, 100 rules', args, home, expects: `${await judgedFromFiles(home, PLAIN)}: `, target: 1.6 };
}

/** By another way than what is measured: a rule on the command line keeps a packed policy out of it. */
async function judgedFromFiles(home, command) {
  const args = ['perms', 'test', 'Bash', command, '--json', '--allow', 'Bash:no such command'];
  return JSON.parse((await run({ args: [PROGRAM, ...args], home })).printed).action;
}

/** Nanoseconds from its start until it had printed, and until it had ended; who prints nothing has printed when it ends. */
export async function timed(contestant) {
  if (contestant.fresh) forget(contestant.home);
  const { toPrinted, toEnd } = await start(contestant);
  return { toPrinted: toPrinted ?? toEnd, toEnd };
}

async function start(contestant) {
  const ran = await run(contestant);
  const { name, expects = '' } = contestant;
  if (!ran.printed.includes(expects)) {
    throw new Error(`${name} should print \`${expects}\`, and printed \`${ran.printed}\``);
  }
  return ran;
}

/** What it prints, and when its last piece came. */
async function run({ command = process.execPath, args, home, input = '/dev/null', env = {} }) {
  const stdin = openSync(input, 'r');
  const from = process.hrtime.bigint();
  const passed = () => Number(process.hrtime.bigint() - from);
  try {
    const child = spawn(command, args, {
      cwd: `${home}/workspace`,
      // Many companies set NODE_EXTRA_CA_CERTS, and it makes every node twice as slow to start.
      env: { PATH: process.env.PATH, HOME: home, ...env },
      stdio: [stdin, 'pipe', 'ignore'],
    });
    let printed = '';
    let toPrinted;
    let toEnd;
    child.stdout.on('data', (bytes) => {
      toPrinted = passed();
      printed += bytes;
    });
    child.on('exit', () => {
      toEnd = passed();
    });
    const [, signal] = await once(child, 'close');
    if (signal !== null) throw new Error(`${args.join(' ')} was ended by ${signal}`);
    return { printed, toPrinted, toEnd };
  } finally {
    closeSync(stdin);
  }
}

export function home(scratch, count, name = String(count)) {
  const directory = `${scratch}home-${name}`;
  mkdirSync(`${directory}/.config/caliban`, { recursive: true });
  mkdirSync(`${directory}/workspace/.git`, { recursive: true });
  writeFileSync(`${directory}/workspace/.git/HEAD`, 'ref: refs/heads/main\n');
  const rules = generateRules(count).map(
    ({ pattern, action }) => `[[permissions.rules]]\npattern = ${JSON.stringify(pattern)}\naction = "${action}"\n`,
  );
  const file = `${directory}/.config/caliban/permissions.toml`;
  writeFileSync(file, [...rules, ...LAST_RULES.map(allowRule)].join('\n'));
  // Rules are seldom changed in the second in which they are used.
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
  return directory;
}

/** At the end, so that nothing before them matches: calls that no rule allows are left to the host, and a hook prints nothing then. */
const LAST_RULES = ['git push *', 'git status *', 'head *', 'npm test', 'tail *'];

function allowRule(command) {
  return `[[permissions.rules]]\npattern = "Bash:${command}"\naction = "allow"\n`;
}

export function input(scratch, name, command) {
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command, description: 'as asked' } };
  const session = { session_id: 'bench', transcript_path: '/t', permission_mode: 'default', tool_use_id: 'u' };
  writeFileSync(`${scratch}${name}.json`, JSON.stringify({ ...session, ...call }));
  return `${scratch}${name}.json`;
}

function forget(home) {
  const cache = `${home}/.cache/caliban`;
  const packs = existsSync(cache) ? readdirSync(cache).filter((name) => name.endsWith('.pack')) : [];
  for (const name of packs) rmSync(`${cache}/${name}`);
}
