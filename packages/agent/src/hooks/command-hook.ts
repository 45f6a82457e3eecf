import type { Result, ToolCall } from '@caliban/calls';
import { cutMiddle, errorText, visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Hook, HookAnswer, PermissionMode } from '@caliban/gate';
import type { Launcher } from '../sandbox/launch.ts';
import { readHookOutput } from './hook-output.ts';
import { type CommandResult, runCommand } from './run-command.ts';
import { toolMatcher } from './tool-matcher.ts';

export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'PermissionRequest', 'PermissionDenied'] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A `[[hooks]]` entry. */
export type CommandHookSettings = {
  readonly event: HookEvent;
  readonly matcher?: string;
  readonly command: string;
  readonly timeoutMs?: number;
  /** What happens to a call if the hook fails, hangs or prints invalid output: `deny` unless the operator sets something else. */
  readonly onError?: 'deny' | 'continue';
};

export type CommandHookPlace = {
  readonly mode: () => PermissionMode | 'disabled';
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The transcript file of a session, if there is one. */
  readonly transcriptOf?: (sessionId: string) => string;
  /** Called when a failure is ignored because the operator set `continue`. */
  readonly report: (problem: string) => void;
  /** How its programs are started. */
  readonly launcher?: Launcher | undefined;
};

const DEFAULT_TIMEOUT_MS = 60_000;

/** A hook that runs the operator's program, with the same data on its standard input as Claude Code's hooks get. */
export function commandHook(settings: CommandHookSettings, place: CommandHookPlace): Result<Hook, string> {
  const matcher = toolMatcher(settings.matcher ?? '');
  if (!matcher.ok) return fail(matcher.error);
  if (settings.command.trim() === '') return fail('a hook needs a command');

  const name = visible(cutMiddle(settings.command, 80).text);
  const isFor = (event: HookEvent, call: ToolCall) => settings.event === event && matcher.value(call.tool);
  return ok({ name, beforeTool, afterTool, onPermissionRequest, onPermissionDenied });

  async function beforeTool(call: ToolCall, signal: AbortSignal): Promise<HookAnswer> {
    if (!isFor('PreToolUse', call)) return { kind: 'continue' };
    const answer = await tell(call, {}, signal).then(
      (result) => readHookOutput(result, { name, input: call.input }),
      (error: unknown) => fail(errorText(error)),
    );
    if (answer.ok) return answer.value;
    const problem = `the hook \`${name}\` failed: ${visible(answer.error)}`;
    if (settings.onError !== 'continue' || signal.aborted) {
      return { kind: 'deny', message: `${problem}; the call was refused` };
    }
    place.report(`${problem}; the call continues, as the hook's settings say`);
    return { kind: 'continue' };
  }

  async function afterTool(call: ToolCall, result: unknown, signal: AbortSignal): Promise<void> {
    if (isFor('PostToolUse', call)) expectSuccess(await tell(call, { tool_response: result }, signal));
  }

  async function onPermissionRequest({ call }: { readonly call: ToolCall }): Promise<void> {
    if (isFor('PermissionRequest', call)) expectSuccess(await tell(call, {}, NEVER));
  }

  async function onPermissionDenied(call: ToolCall, reason: string): Promise<void> {
    if (isFor('PermissionDenied', call)) expectSuccess(await tell(call, { reason }, NEVER));
  }

  function tell(call: ToolCall, more: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CommandResult> {
    const { workspace } = call.context;
    return runCommand({
      command: settings.command,
      input: JSON.stringify({ ...toldAbout(call), ...more }),
      // Not the call's directory: the model chooses that, and `./check` would then be another program.
      cwd: workspace,
      env: { ...place.env, CALIBAN_PROJECT_DIR: workspace, CLAUDE_PROJECT_DIR: workspace },
      timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      signal,
      launcher: place.launcher,
    });
  }

  function transcriptOf({ sessionId }: ToolCall['origin']): string {
    return sessionId === undefined ? '' : (place.transcriptOf?.(sessionId) ?? '');
  }

  function toldAbout({ tool, input, origin, context }: ToolCall): Readonly<Record<string, unknown>> {
    return {
      session_id: origin.sessionId ?? '',
      transcript_path: transcriptOf(origin),
      cwd: context.cwd ?? context.workspace,
      permission_mode: place.mode(),
      hook_event_name: settings.event,
      tool_name: tool,
      tool_input: input,
      tool_use_id: origin.toolUseId ?? '',
      ...(origin.agent === undefined ? {} : { agent_id: origin.agent }),
    };
  }
}

const NEVER = new AbortController().signal;

/** For events that only inform the hook: a failure changes nothing about the call, and the caller reports it. */
function expectSuccess({ code, stderr, blocked }: CommandResult): void {
  if (code === 0) return;
  const details = [stderr.trim(), ...blocked].filter((text) => text !== '').join('; ');
  throw new Error(`exit code ${code}${details === '' ? '' : `: ${details}`}`);
}
