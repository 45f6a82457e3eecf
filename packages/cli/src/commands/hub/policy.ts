import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plural, visible } from '@caliban/calls/text';
import { type Bundle, readPrivateKey, type StoredPolicy, sealBundle } from '@caliban/hub';
import { type Args, readArgs } from '../../command-line/args.ts';
import { FAILED_EXIT } from '../../command-line/exit-codes.ts';
import { PERMS_COMMANDS } from '../../command-line/perms-commands.ts';
import { FailedError, UsageError } from '../../command-line/problems.ts';
import { exportLines } from '../../hub/export-lines.ts';
import { type HubAccess, hubAccess } from '../../hub/hub-access.ts';
import { hubDirectory, readPem } from '../../hub/hub-config.ts';
import { PolicyStage } from '../../hub/policy-stage.ts';
import { lineDiff } from '../../install/line-diff.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import type { Terminal } from '../../process/terminal.ts';
import { typedYes } from '../../process/typed-yes.ts';
import { check } from '../perms/check.ts';
import { plan } from '../perms/plan.ts';
import { endOf } from './token.ts';

/** `caliban hub policy push|diff|rollback|list` */
export async function policy(args: Args, terminal: Terminal): Promise<number> {
  const [verb, operand, ...more] = args.operands;
  if (more.length > 0) throw new UsageError(`\`${more[0]}\` is one argument too many`);
  const hub = await hubAccess(args, terminal);
  switch (verb) {
    case 'push':
      if (operand === undefined) throw new UsageError('the file is missing: caliban hub policy push permissions.toml');
      return push(await textOf(operand, terminal), { hub, args, terminal });
    case 'rollback': {
      const old = await bundleOf(hub, versionIn(operand));
      const text = rulesIn(old);
      return push(text, { hub, args, terminal, note: `back to version ${old.version}` });
    }
    case 'diff':
      return showDiff(operand, { hub, args, terminal });
    case 'list':
    case undefined:
      return list({ hub, args, terminal });
    default:
      throw new UsageError(`\`${verb}\` is not one of push, diff, rollback, list`);
  }
}

type Parts = { readonly hub: HubAccess; readonly args: Args; readonly terminal: Terminal; readonly note?: string };

async function push(rules: string, { hub, args, terminal, note = '' }: Parts): Promise<number> {
  const key = readPrivateKey(readPem(keyFile(args, terminal)));
  if (!key.ok) throw new FailedError(`${keyFile(args, terminal)}: ${key.error}`);
  const current = await currentBundle(hub);
  if (current !== null && rulesIn(current) === rules) {
    terminal.err('That is the policy already; nothing was pushed.\n');
    return 0;
  }
  const stage = new PolicyStage(rules);
  try {
    const tests = await checked(stage, terminal);
    if (tests !== 0) throw new FailedError('the tests beside the rules fail, so nothing was pushed');
    writeFileSync(stage.rules, current === null ? '' : rulesIn(current));
    await planned(stage, rules, { args, terminal });
  } finally {
    stage.remove();
  }
  const version = (current?.version ?? 0) + 1;
  if (!args.isSet('yes')) {
    if (!terminal.inputIsTerminal) throw new UsageError('no one can be asked here; --yes pushes without asking');
    if (!(await typedYes(`Push this as version ${version} to all agents? [y/N] `, terminal))) {
      terminal.out('Nothing was pushed.\n');
      return FAILED_EXIT;
    }
  }
  const expires = args.text('expires') ?? DEFAULT_EXPIRES;
  const bundle: Bundle = {
    version,
    issuedAt: new Date().toISOString(),
    expiresAt: endOf(expires).toISOString(),
    note: args.text('note') ?? note,
    files: { 'permissions.toml': rules },
  };
  const pushed = await hub.post<{ readonly version: number }>('/api/policy', { bundle: sealBundle(bundle, key.value) });
  if (args.isSet('json')) terminal.out(jsonText(pushed));
  else terminal.out(`Version ${pushed.version} is in force; agents have it within a minute of their next sync.\n`);
  return 0;
}

/** How long an agent may be without its hub before it asks about calls that the policy allows. */
const DEFAULT_EXPIRES = '30d';

async function checked(stage: PolicyStage, terminal: Terminal): Promise<number> {
  try {
    return await check(verb('check', ['--scope', 'user', '--workspace', stage.workspace]), inside(terminal, stage));
  } finally {
    process.exitCode = 0;
  }
}

async function planned(stage: PolicyStage, after: string, { args, terminal }: Omit<Parts, 'hub'>): Promise<void> {
  const query = new URLSearchParams({ since: new Date(Date.now() - WEEK_MS).toISOString() });
  let lines = 0;
  let rest = '';
  for await (const text of exportLines(args, terminal, query)) {
    // Each line contains a line of an agent's log.
    rest += text;
    const whole = rest.split('\n');
    rest = whole.pop() as string;
    writeFileSync(stage.log, whole.map((line) => `${JSON.parse(line).line}\n`).join(''), { flag: 'a' });
    lines += whole.length;
  }
  terminal.err(`${plural(lines, 'decision')} of all agents in the last week\n`);
  if (lines === 0) return;
  const draft = join(stage.root, DRAFT);
  writeFileSync(draft, after);
  const words = [draft, '--scope', 'user', '--from', 'log', '--workspace', stage.workspace];
  const shown = inside(terminal, stage);
  // Standard output is for the result of `push`.
  await plan(verb('plan', words), { ...shown, out: shown.err });
  process.exitCode = 0;
}

const DRAFT = 'draft.toml';
const WEEK_MS = 7 * 24 * 3_600_000;

/** Output names files as the user knows them. */
function inside(terminal: Terminal, stage: PolicyStage): Terminal {
  const named = (text: string) =>
    text.replaceAll(join(stage.root, DRAFT), 'the new policy').replaceAll(stage.rules, 'the policy');
  return {
    ...stage.inside(terminal),
    out: (text) => terminal.out(named(text)),
    err: (text) => terminal.err(named(text)),
  };
}

function verb(name: string, words: readonly string[]): Args {
  const command = PERMS_COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`there is no perms ${name}`);
  return readArgs(command, words);
}

async function showDiff(operand: string | undefined, { hub, args, terminal }: Parts): Promise<number> {
  const current = await currentBundle(hub);
  const isVersion = operand !== undefined && /^\d+$/.test(operand);
  const [before, after] =
    operand === undefined || isVersion
      ? [
          rulesIn(await bundleOf(hub, isVersion ? versionIn(operand) : Math.max(1, (current?.version ?? 1) - 1))),
          current === null ? '' : rulesIn(current),
        ]
      : [current === null ? '' : rulesIn(current), await textOf(operand, terminal)];
  const lines = lineDiff(before, after, 3);
  if (args.isSet('json')) terminal.out(jsonText({ before, after }));
  else if (lines.length === 0) terminal.out('They are the same.\n');
  else for (const line of lines) terminal.out(`${coloured(visible(line), terminal)}\n`);
  return 0;
}

function coloured(line: string, terminal: Terminal): string {
  if (line.startsWith('+')) return paint('allow', line, terminal);
  return line.startsWith('-') ? paint('deny', line, terminal) : line;
}

async function list({ hub, args, terminal }: Parts): Promise<number> {
  const { versions } = await hub.get<{ readonly versions: readonly StoredPolicy[] }>('/api/policy/versions');
  if (args.isSet('json')) terminal.out(jsonText(versions.map(({ bundle: _, ...about }) => about)));
  else if (versions.length === 0)
    terminal.out('No policy has been pushed yet: caliban hub policy push permissions.toml\n');
  else {
    const rows = versions.map(({ version, pushedAt, pushedBy, note }) => [
      String(version),
      pushedAt.slice(0, 16).replace('T', ' '),
      visible(pushedBy),
      visible(note),
    ]);
    for (const line of inColumns([['version', 'pushed', 'by', 'note'], ...rows])) terminal.out(`${line}\n`);
  }
  return 0;
}

function keyFile(args: Args, terminal: Terminal): string {
  const [given] = args.texts('policy-key');
  return given === undefined ? join(hubDirectory(args, terminal), 'policy-key.pem') : resolve(terminal.cwd, given);
}

async function currentBundle(hub: HubAccess): Promise<Bundle | null> {
  const { bundle } = await hub.get<{ readonly bundle: string | null }>('/api/policy');
  return bundle === null ? null : opened(bundle);
}

async function bundleOf(hub: HubAccess, version: number): Promise<Bundle> {
  const { versions } = await hub.get<{ readonly versions: readonly StoredPolicy[] }>('/api/policy/versions');
  const found = versions.find((one) => one.version === version);
  if (found === undefined) throw new FailedError(`there is no version ${version}; see \`caliban hub policy list\``);
  return opened(found.bundle);
}

/** Not verified: only for display. Agents check signatures with their own keys. */
function opened(text: string): Bundle {
  return JSON.parse(Buffer.from(text.split('.')[0] as string, 'base64url').toString('utf8'));
}

function rulesIn({ files }: Bundle): string {
  return files['permissions.toml'] ?? '';
}

function versionIn(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw new UsageError('the version is missing, such as 3');
  return Number(text);
}

async function textOf(file: string, terminal: Terminal): Promise<string> {
  return file === '-' ? terminal.readInput() : readPem(resolve(terminal.cwd, file));
}
