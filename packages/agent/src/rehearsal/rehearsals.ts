import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AbsolutePath, absolutePath, type Result, type ToolCall } from '@caliban/calls';
import { errorText, pathBelow } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { Question, Rule } from '@caliban/gate';
import { type ConfinementContext, createPlanner } from '@caliban/gate/confinement';
import type { Rehearsal } from '@caliban/gate/types';
import { type Bubblewrap, findBubblewrap } from '../sandbox/bubblewrap.ts';
import { bubblewrapArguments } from '../sandbox/bubblewrap-arguments.ts';
import { launchEnvironment } from '../sandbox/launch.ts';
import { type MaskedSecret, variablesOf, withoutSecrets } from '../sandbox/secrets.ts';
import { violationsIn } from '../sandbox/violations.ts';
import type { FoundShell } from '../tools/shell/find-shell.ts';
import { privateDirectory } from '../tools/shell/private-directory.ts';
import { reportingScript } from '../tools/shell/shell-script.ts';
import { keepApplied } from './applied-commands.ts';
import { describeChanges } from './describe-changes.ts';
import { ImpossibleError } from './impossible.ts';
import { drop, type Journal, openDraft, stage as stageJournal } from './journal.ts';
import { madeForMounts, mountWords, type RehearsalProfile, rehearsalProfile } from './overlay-mounts.ts';
import { type OverlayRun, runInOverlay } from './overlay-run.ts';
import { refusalOf } from './refusals.ts';
import type { OverlayView } from './scan-changes.ts';
import { moveTo } from './settle.ts';
import { keepContents, stepsIn } from './take-steps.ts';

export type RehearsalParts = {
  readonly context: ConfinementContext;
  /** The rules that apply now. */
  readonly rules: () => readonly Rule[];
  /** What commands may see only a placeholder of: a rehearsal runs without them. */
  readonly secrets?: readonly MaskedSecret[];
  /** The directory of the journals. No one else writes there. */
  readonly directory: string;
  readonly shell: FoundShell;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly maxOutputChars: number;
  /** Finds out what this machine supports; replaced in tests. */
  readonly find?: () => Promise<Result<Bubblewrap, string>>;
  readonly timeoutMs?: number;
};

/** Commands that are tried before the operator is asked about them. */
export interface Rehearsals {
  /** Null: the call isn't a command. Rejects only on abort. */
  rehearse(question: Question, signal: AbortSignal): Promise<Rehearsal | null>;
  /** What a rehearsal of the call would change, to be applied instead of running it; null: run it. */
  take(call: ToolCall): RehearsedCommand | null;
  /** Discards the changes kept for the call. */
  discard(call: ToolCall): void;
  /** For the log. */
  logged(call: ToolCall): 'shown' | 'ran' | 'impossible' | undefined;
  close(): void;
}

export type RehearsedCommand = {
  readonly output: string;
  readonly exitCode: number;
  /** The shell's working directory at its end; null if unknown. */
  readonly cwd: AbsolutePath | null;
  /** The number of changes. */
  readonly changes: number;
  /** On failure nothing is changed. */
  readonly apply: () => Promise<Result<void, string>>;
};

const MAX_MS = 10_000;
/** How much of the end of an output is shown beside the command. */
const SHOWN_CHARS = 4_000;

export function createRehearsals(parts: RehearsalParts): Rehearsals {
  const { context, rules, secrets = [], directory, find = findBubblewrap } = parts;
  const plan = createPlanner(context);
  const kept = new Map<ToolCall, { readonly journal: Journal; readonly command: RehearsedCommand }>();
  const logged = new WeakMap<ToolCall, 'shown' | 'ran' | 'impossible'>();
  let found: Promise<Result<Bubblewrap, string>> | null = null;

  return {
    async rehearse({ call, verdict }, signal) {
      if (call.tool !== 'Bash' || typeof commandOf(call) !== 'string') return null;
      discard(call);
      let ran = false;
      logged.set(call, 'impossible');
      try {
        if (verdict.because.kind === 'own-file') throw new ImpossibleError('it writes caliban’s own files');
        const refusal = refusalOf(call);
        if (refusal !== null) throw new ImpossibleError(refusal);
        return await tried(call, signal, () => {
          ran = true;
          logged.set(call, 'ran');
        });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        return { kind: 'impossible', why: errorText(error), ran };
      }
    },
    take(call) {
      const command = kept.get(call)?.command ?? null;
      kept.delete(call);
      return command;
    },
    discard,
    logged: (call) => logged.get(call),
    close() {
      for (const call of [...kept.keys()]) discard(call);
    },
  };

  async function tried(call: ToolCall, signal: AbortSignal, onStart: () => void): Promise<Rehearsal> {
    const bubblewrap = await works();
    const profile = rehearsalProfile(withoutSecrets(plan(rules()), secrets, context.disk.realPath), context);
    const draft = openDraft(directory);
    let journal: Journal | null = null;
    let run: OverlayRun | null = null;
    try {
      const cwd = call.context.cwd ?? call.context.workspace;
      const cwdFile = join(privateDirectory(), `cwd-${draft.id}`);
      const startedAt = Date.now();
      onStart();
      run = await start({ bubblewrap, profile, call, cwd, cwdFile, stage: join(draft.directory, 'stage') }, signal);
      const { output, exitCode } = run;
      refuseByOutput(run, profile, cwd);
      const { view } = run;
      const [workspace, ...others] = profile.roots.map(
        (root, number): OverlayView => ({ lower: root.path, ...view(number) }),
      );
      if (workspace === undefined) throw new Error('a profile has a workspace');
      for (const other of others) await refuseChanges(other, { startedAt, cwdFile });
      const made = madeForMounts(profile);
      const steps = await stepsIn(workspace, { startedAt, isMade: (path) => made.has(path) });
      const endedIn = cwdIn([workspace, ...others], cwdFile);
      if (steps.length > 0) {
        await keepContents(steps, workspace, draft.directory);
        journal = stageJournal(draft, {
          version: 1,
          command: commandOf(call) as string,
          cwd,
          workspace: profile.roots[0].path,
          sessionId: call.origin.sessionId,
          at: new Date().toISOString(),
          steps,
        });
      }
      await run.end();
      signal.throwIfAborted();
      const changes = journal === null ? [] : await describeChanges(journal);
      if (journal !== null)
        kept.set(call, { journal, command: commandFrom(journal, { output, exitCode, cwd: endedIn }) });
      logged.set(call, 'shown');
      return { kind: 'ran', exitCode, output: output.slice(-SHOWN_CHARS), changes };
    } catch (error) {
      journal = null;
      throw error;
    } finally {
      await run?.end();
      if (journal === null) drop(draft);
    }
  }

  async function works(): Promise<Bubblewrap> {
    found ??= find();
    const bubblewrap = await found;
    if (bubblewrap.ok) return bubblewrap.value;
    // It may be installed later.
    found = null;
    throw new ImpossibleError(bubblewrap.error);
  }

  function start({ bubblewrap, profile, call, cwd, cwdFile, stage }: Start, signal: AbortSignal): Promise<OverlayRun> {
    const { asRoot, kernelFiles, file, filter } = bubblewrap;
    const { shell, env, maxOutputChars, timeoutMs = MAX_MS } = parts;
    if (/[:,\\"\s]/.test(stage))
      throw new ImpossibleError(`caliban’s own directory has a name that overlays can’t have`);
    const flags = shell.dialect === 'bash' ? ['--norc', '--noprofile'] : [];
    const own = asRoot ? [] : ['--uid', String(process.getuid?.()), '--gid', String(process.getgid?.())];
    const asked = isRecord(call.input) ? call.input.timeout : undefined;
    return runInOverlay(
      {
        ...{ stage, asRoot, file, filter, cwd, maxOutputChars },
        env: launchEnvironment({ withheld: variablesOf(secrets) }, env),
        roots: profile.roots,
        words: [
          ...own,
          ...bubblewrapArguments({ mounts: [], network: 'all', cwd, asRoot, kernelFiles }),
          ...mountWords(profile, { stage, hide: directory }),
        ],
        program: [shell.file, ...flags, '-c', reportingScript(commandOf(call) as string, { cwdFile })],
        timeoutMs: Math.min(timeoutMs, typeof asked === 'number' ? asked : timeoutMs),
      },
      signal,
    );
  }

  /** Output that complains about something blocked means that the command would behave differently without the sandbox. */
  function refuseByOutput({ output, exitCode }: OverlayRun, { profile }: RehearsalProfile, cwd: AbsolutePath): void {
    if (exitCode !== 0 && output.startsWith('bwrap: '))
      throw new ImpossibleError(`it can’t be started: ${output.trim()}`);
    const home = context.home;
    const [violation] = violationsIn(output, profile, { cwd, home, realPath: context.disk.realPath });
    if (violation !== undefined)
      throw new ImpossibleError(violation.what === 'network' ? 'it needs the network' : violation.text);
    for (const { pattern, why } of SIGNS) if (pattern.test(output)) throw new ImpossibleError(why);
  }

  function commandFrom(journal: Journal, said: Omit<RehearsedCommand, 'apply' | 'changes'>): RehearsedCommand {
    return {
      ...said,
      changes: journal.plan.steps.length,
      apply: async () => {
        const moved = await moveTo(journal, 'after');
        if (moved.ok) keepApplied(directory, journal);
        else drop(journal);
        return moved;
      },
    };
  }

  function discard(call: ToolCall): void {
    const rehearsed = kept.get(call);
    kept.delete(call);
    if (rehearsed !== undefined) drop(rehearsed.journal);
  }
}

type Start = {
  readonly bubblewrap: Bubblewrap;
  readonly profile: RehearsalProfile;
  readonly call: ToolCall;
  readonly cwd: AbsolutePath;
  readonly cwdFile: string;
  readonly stage: string;
};

const SIGNS: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /No space left on device|\bENOSPC\b/, why: 'it writes too much' },
  { pattern: /Invalid cross-device link|\bEXDEV\b/, why: 'it renames a directory, which an overlay can’t do' },
  { pattern: /Connection refused|\bECONNREFUSED\b/, why: 'it needs the network' },
  { pattern: /Value too large for defined data type|\bEOVERFLOW\b/, why: 'it changes files of another user' },
];

function commandOf({ input }: ToolCall): unknown {
  return isRecord(input) ? input.command : undefined;
}

/** Changes outside the workspace can't be kept. */
async function refuseChanges(
  view: OverlayView,
  { startedAt, cwdFile }: { readonly startedAt: number; readonly cwdFile: string },
): Promise<void> {
  const steps = await stepsIn(view, { startedAt: startedAt + ANY_TIME, isMade: () => true });
  const other = steps.map(({ path }) => join(view.lower, path)).find((path) => path !== cwdFile);
  if (other !== undefined) throw new ImpossibleError(`it changes files outside of the workspace: ${other}`);
}

/** Others change files there all the time. */
const ANY_TIME = Number.MAX_SAFE_INTEGER / 2;

function cwdIn(views: readonly OverlayView[], file: string): AbsolutePath | null {
  for (const { lower, merged } of views) {
    const below = pathBelow(file as AbsolutePath, lower as AbsolutePath);
    if (below === null) continue;
    try {
      const reported = readFileSync(join(merged, below), 'utf8').replace(/\n$/, '');
      if (reported.startsWith('/')) return absolutePath(reported);
    } catch {
      // Nested roots: the file is in the other one. Or the shell ended without a report.
    }
  }
  return null;
}
