import { HOST_NAMES, type HostAdapter } from '@caliban/adapters';
import { errorText } from '@caliban/calls/text';
import type { HookAnswer, HookRequest } from '@caliban/inbox';
import { NeedsProcessError } from '../asks/hook-inbox.ts';
import { adapterFor } from '../hook/adapters.ts';
import { Deadline } from '../hook/deadline.ts';
import type { HookCaller } from '../hook/hook-caller.ts';
import { judgeForHost } from '../hook/judge-for-host.ts';
import { checkFailed } from '../hook/one-answer.ts';
import { followUp } from '../hook/record-answer.ts';

/**
 * Answers as the hook's own process would, by the same code and with the client's environment. Rule files are checked before each
 * answer, and the log line is written before the client gets its answer. Null: only a separate process may judge this.
 */
export async function answerHookWarm(request: HookRequest): Promise<HookAnswer | null> {
  const host = HOST_NAMES.find((name) => name === request.host);
  const adapter = host === undefined ? undefined : await adapterFor(host);
  if (adapter === undefined || request.payload.length > MAX_LENGTH) return null;
  const stderr: string[] = [];
  const caller = callerOf(request, (text) => void stderr.push(text));
  const reply = request.isAfter ? await recorded(adapter, request, caller) : await judged(adapter, request, caller);
  return reply === null ? null : { ...reply, stderr: stderr.join('') + reply.stderr };
}

/** Longer texts are judged in a process that can be killed, as in `hook/answer-hook.ts`. */
const MAX_LENGTH = 16 * 1024;

async function judged(adapter: HostAdapter, request: HookRequest, caller: HookCaller): Promise<HookAnswer | null> {
  // The client has a shorter timeout; if no answer arrives in time, it has the call judged by a process.
  const deadline = new Deadline(caller.env, () => {});
  let payload: unknown;
  try {
    payload = JSON.parse(request.payload);
  } catch {
    return null;
  }
  try {
    const { reply, logRefused, afterwards } = await judgeForHost(adapter, payload, {
      deadline,
      caller,
      waiting: request.waits ? { kind: 'elsewhere' } : null,
    });
    const missed = deadline.missed();
    if (missed !== null) await logRefused(missed);
    await afterwards();
    return missed === null ? reply : adapter.reply({ action: 'deny', message: checkFailed(missed) }, payload);
  } catch (error) {
    if (error instanceof NeedsProcessError) return null;
    return adapter.reply({ action: 'deny', message: checkFailed(errorText(error)) }, payload);
  }
}

/** Prints nothing in any case: the call has run. */
async function recorded(adapter: HostAdapter, { payload }: HookRequest, caller: HookCaller): Promise<HookAnswer> {
  try {
    await followUp(adapter, JSON.parse(payload), caller);
  } catch {
    // The payload doesn't parse, so there is nothing to record.
  }
  return { stdout: '', stderr: '', exitCode: 0 };
}

function callerOf({ env, names, cwd }: HookRequest, warn: (text: string) => void): HookCaller {
  const exported = new Set(names);
  return { env, exportedNames: { has: (name) => exported.has(name) }, cwd: () => cwd, warn };
}
