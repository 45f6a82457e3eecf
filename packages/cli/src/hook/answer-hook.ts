import { errorText } from '@caliban/gate/internal/text/error-text';
import { adapterFor } from './adapters.ts';
import { Deadline } from './deadline.ts';
import { judgeForHost } from './judge-for-host.ts';
import { OneAnswer } from './one-answer.ts';
import { readInput } from './read-input.ts';

/**
 * `caliban hook <host>`: a call on standard input, the answer in the host's own form. Most hosts go on when their hook fails, so
 * whatever happens the answer is given, once, and without a verdict it is no.
 */
export async function answerHook(words: readonly string[]): Promise<void> {
  const adapter = words.length === 1 ? await adapterFor(words[0] as string) : undefined;
  if (adapter === undefined) return (await import('./refuse-usage.ts')).refuseUsage(words);

  const answer = new OneAnswer(adapter);
  process.on('uncaughtException', (error) => answer.refuseAndEnd(errorText(error)));
  process.on('unhandledRejection', (error) => answer.refuseAndEnd(errorText(error)));
  // Nothing is left to wait for, and nothing has been said.
  process.on('exit', () => answer.refuse('it ended without a verdict'));
  const deadline = new Deadline(process.env, (problem) => answer.refuseAndEnd(problem));

  try {
    answer.payload = readPayload(await readInput(deadline));
    const { reply, afterwards } = await judgeForHost(adapter, answer.payload, deadline);
    const missed = deadline.missed();
    if (missed === null) answer.give(reply);
    else answer.refuse(missed);
    // Also then: what was packed on the way makes the next call quick enough.
    afterwards();
  } catch (error) {
    answer.refuse(errorText(error));
  }
  endNow();
}

/** Everything is said and written, so nobody has to be told first; `process.exit` would compile what tells them. */
function endNow(): never {
  const { reallyExit } = process as typeof process & { reallyExit(code: number | string | undefined): never };
  return reallyExit.call(process, process.exitCode ?? 0);
}

function readPayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the input is no JSON');
  }
}
