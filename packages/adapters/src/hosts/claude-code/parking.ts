import type { Parking } from '../host-adapter.ts';
import { reasonText, sayJson } from '../protocol/host-replies.ts';
import { fieldOf, textOf } from '../protocol/payload.ts';

/**
 * `defer`: `claude -p` ends before the call, and announces it again with `--resume`. It ignores a `defer` in a session with a terminal
 * and in older versions, and of several calls in one reply it resumes one. So the record of the session has to show that it can.
 */
export const CLAUDE_CODE_PARKING: Parking = {
  callOf(payload, { CLAUDE_CODE_ENTRYPOINT: entrypoint }) {
    const [record, toolUseId] = [textOf(payload, 'transcript_path'), textOf(payload, 'tool_use_id')];
    const isMain = fieldOf(payload, 'hook_event_name') === 'PreToolUse' && fieldOf(payload, 'agent_id') === undefined;
    if (entrypoint !== 'sdk-cli' || !isMain || record === undefined || toolUseId === undefined) return null;
    return { record, toolUseId };
  },
  isSafe(record, call) {
    const lines = record.split('\n').flatMap(toolUseLine);
    const own = lines.find(({ ids }) => ids.includes(call.toolUseId));
    if (own === undefined || !own.mayDefer) return false;
    return lines.filter(({ message }) => message === own.message).flatMap(({ ids }) => ids).length === 1;
  },
  reply: (message) =>
    sayJson({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'defer',
        permissionDecisionReason: reasonText(message),
      },
    }),
};

/** Calls of one reply. The reply may be spread over several lines. */
type ToolUseLine = { readonly message: string; readonly ids: readonly string[]; readonly mayDefer: boolean };

function toolUseLine(text: string): readonly ToolUseLine[] {
  if (!text.includes('"tool_use"')) return [];
  const line = parsed(text);
  const reply = fieldOf(line, 'message');
  const [message, content] = [textOf(reply, 'id'), fieldOf(reply, 'content')];
  if (fieldOf(line, 'type') !== 'assistant' || message === undefined || !Array.isArray(content)) return [];
  const ids = content.flatMap((block: unknown) =>
    fieldOf(block, 'type') === 'tool_use' ? [textOf(block, 'id') ?? ''] : [],
  );
  const mayDefer = fieldOf(line, 'isSidechain') !== true && isAtLeast(textOf(line, 'version') ?? '', FIRST_VERSION);
  return [{ message, ids, mayDefer }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An older one calls a `defer` an error of the hook, and goes on. */
const FIRST_VERSION: readonly number[] = [2, 1, 89];

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, least] of wanted.entries()) {
    const number = numbers[index] ?? Number.NaN;
    if (!(number >= least)) return false;
    if (number > least) return true;
  }
  return true;
}
