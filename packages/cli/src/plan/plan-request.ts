import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { visible } from '@caliban/calls/text';
import { parsePattern } from '@caliban/gate';
import { type Locations, parseWhen, type RulePlace } from '@caliban/storage';
import type { HistoryRequest } from '@caliban/storage/histories';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../process/terminal.ts';
import { readAgents, spellingsOf } from '../replay/history-choice.ts';
import { historyPlaces } from '../replay/history-places.ts';
import { REPLAY_OUTCOMES, type ReplayOutcome } from '../replay/replay.ts';
import { actionOf, readPlace } from '../rules/given-place.ts';
import type { GivenRule } from '../rules/given-rule.ts';
import { commitOf } from './git-texts.ts';

/** A draft replaces the file of a scope; a commit has the project's files as they were before. */
export type PlanSource =
  | { readonly kind: 'files' }
  | { readonly kind: 'draft'; readonly file: string }
  | { readonly kind: 'commit'; readonly ref: string; readonly commit: string };

export type PlanEdits = {
  readonly remove: readonly string[];
  readonly imported: readonly { readonly file: string; readonly format: string | undefined }[];
  readonly add: readonly GivenRule[];
  readonly place: RulePlace;
};

/** A cell of the matrix. */
export type PlanCell = { readonly from: ReplayOutcome; readonly to: ReplayOutcome };

export const PLAN_FORMATS = ['text', 'json', 'markdown'] as const;

export type PlanRequest = {
  readonly locations: Locations;
  readonly scope: 'user' | 'project' | 'local';
  readonly source: PlanSource;
  readonly edits: PlanEdits;
  readonly history: Omit<HistoryRequest, 'signal' | 'onProgress'> & { readonly since: number };
  /** A file with further calls to replay. */
  readonly calls: string | undefined;
  readonly noNewAccess: boolean;
  readonly format: (typeof PLAN_FORMATS)[number];
  /** The cells whose calls are all shown. */
  readonly details: 'none' | 'all' | PlanCell;
};

export async function readPlanRequest(args: Args, terminal: Terminal): Promise<PlanRequest> {
  const { cwd } = terminal;
  const workspace = args.text('workspace');
  refuseMissingWorkspace(workspace, terminal);
  const project = args.text('project');
  refuseMissingWorkspace(project, { cwd, called: '--project' });
  // The project around that directory, unless another workspace is named.
  const locations = locationsAt(workspace === undefined ? { cwd: project } : { workspace }, terminal);
  const scope = (args.text('scope') ?? 'project') as PlanRequest['scope'];
  const source = await readSource(args, { locations, scope, cwd });
  const edits = readEdits(args, terminal);
  if (source.kind === 'files' && edits.remove.length + edits.imported.length + edits.add.length === 0) {
    throw new UsageError(
      "say what changes: a draft of the rule file, a git ref to compare with, --add 'PATTERN ACTION', --remove PATTERN or --import FILE",
    );
  }
  const when = parseWhen(args.text('since') ?? '30d', Date.now());
  if (!when.ok) throw new UsageError(`--since: ${when.error}`);
  const ofProject = scope === 'user' && project === undefined ? null : locations.workspace;
  return {
    locations,
    scope,
    source,
    edits,
    history: {
      agents: readAgents(args.text('from')),
      places: historyPlaces(terminal),
      since: when.value,
      ...(ofProject === null ? {} : { project: spellingsOf(ofProject) }),
    },
    calls: readCallsFile(args.text('calls'), cwd),
    noNewAccess: args.isSet('no-new-access'),
    format: readFormat(args),
    details: readDetails(args.text('details')),
  };
}

type Around = { readonly locations: Locations; readonly scope: string; readonly cwd: string };

/** A file and a ref of the same name must be distinguished explicitly: in a pull request someone else chooses the file names. */
async function readSource(
  { operands: [given, surplus] }: Args,
  { locations: { workspace }, scope, cwd }: Around,
): Promise<PlanSource> {
  if (surplus !== undefined)
    throw new UsageError(`\`${visible(surplus)}\` is one argument too many; name one draft or one git ref`);
  if (given === undefined) return { kind: 'files' };
  const file = resolve(cwd, given);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const commit = /^(?:\.{0,2}\/)/.test(given) ? null : await commitOf(given, workspace);
  if (isFile && commit !== null) {
    throw new UsageError(
      `\`${visible(given)}\` is a file and a git ref; write \`./${visible(given)}\` for the file, or the ref in full, such as refs/heads/${visible(given)}`,
    );
  }
  if (isFile) return { kind: 'draft', file };
  if (commit === null)
    throw new UsageError(`\`${visible(given)}\` is neither a file nor a git ref of ${visible(workspace)}`);
  if (scope !== 'project')
    throw new UsageError("a git ref is compared with the project's files; leave --scope out beside it");
  return { kind: 'commit', ref: given, commit };
}

function readEdits(args: Args, { cwd }: Pick<Terminal, 'cwd'>): PlanEdits {
  return {
    remove: args.texts('remove'),
    imported: args.texts('import').map((file) => ({ file: resolve(cwd, file), format: undefined })),
    add: args.texts('add').map(readRule),
    place: readPlace(args.text('at')),
  };
}

/** `Bash:npm test * allow`: the last word is the action. */
function readRule(written: string): GivenRule {
  const [, pattern, word] = /^(.*\S)\s+(\S+)$/s.exec(written.trim()) ?? [];
  if (pattern === undefined || word === undefined)
    throw new UsageError(`--add \`${visible(written)}\` lacks an action; write for example --add 'Bash:git * allow'`);
  const parsed = parsePattern(pattern);
  if (parsed.ok) return { pattern, action: actionOf(word) };
  throw new UsageError(
    `--add: bad pattern \`${visible(pattern)}\`, column ${parsed.error.column}: ${parsed.error.message}`,
  );
}

function readCallsFile(written: string | undefined, cwd: string): string | undefined {
  if (written === undefined) return undefined;
  const file = resolve(cwd, written);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
  throw new UsageError(`--calls ${visible(written)}: there is no such file`);
}

function readFormat(args: Args): PlanRequest['format'] {
  const format = args.text('format') as PlanRequest['format'] | undefined;
  if (!args.isSet('json')) return format ?? 'text';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} exclude each other`);
  return 'json';
}

function readDetails(written: string | undefined): PlanRequest['details'] {
  if (written === undefined) return 'none';
  if (written === 'all') return 'all';
  const [from, to, surplus] = written.split('-').map((word) => REPLAY_OUTCOMES.find((name) => name === word));
  if (from !== undefined && to !== undefined && surplus === undefined && written.split('-').length === 2)
    return { from, to };
  throw new UsageError(
    `--details \`${visible(written)}\` is not a cell; write before-after, such as ask-allow, of ${REPLAY_OUTCOMES.join(', ')}, or all`,
  );
}
