import type { HostReply } from '@caliban/adapters/internal/hosts/host-adapter';
import { errorText } from '@caliban/gate/internal/text/error-text';
import { adapterFor } from './adapters.ts';
import { Deadline } from './deadline.ts';
import { judgeForHost } from './judge-for-host.ts';
import { HERE } from './judge-here.ts';
import { OneAnswer } from './one-answer.ts';
import { readInput } from './read-input.ts';

/**
 * `caliban hook <host>`: a call on standard input, the answer in the host's own form. Most hosts go on when their hook fails, so
 * whatever happens the answer is given, once, and without a verdict it is no.
 */
export async function answerHook(given: readonly string[]): Promise<void> {
  if (given.length === 2 && given[1] === AFTER)
    return (await import('./record-answer.ts')).recordAnswerOf(given[0] as string);
  const isApart = given.at(-1) === HERE;
  const words = isApart ? given.slice(0, -1) : given;
  const adapter = words.length === 1 ? await adapterFor(words[0] as string) : undefined;
  if (adapter === undefined) return (await import('./refuse-usage.ts')).refuseUsage(words);

  const answer = new OneAnswer(adapter);
  process.on('uncaughtException', (error) => answer.refuseAndEnd(errorText(error)));
  process.on('unhandledRejection', (error) => answer.refuseAndEnd(errorText(error)));
  // Nothing is left to wait for, and nothing has been said.
  process.on('exit', () => answer.refuse('it ended without a verdict'));
  const deadline = new Deadline(process.env, (problem) => answer.refuseAndEnd(problem));

  try {
    const input = await readInput(deadline);
    if (input.length > LONGEST_JUDGED_HERE && !isApart) return answer.give(await judgedApart(input, deadline));
    answer.payload = readPayload(input);
    const { reply, logRefused, afterwards } = await judgeForHost(adapter, answer.payload, deadline);
    const missed = deadline.missed();
    if (missed === null) {
      answer.give(reply);
    } else {
      answer.refuse(missed);
      await logRefused(missed);
    }
    // Also then: what was packed on the way makes the next call quick enough.
    await afterwards();
  } catch (error) {
    answer.refuse(errorText(error));
  }
  endNow();
}

/** Makes it the hook for events after a call. These have nothing to refuse, so it never fails and says nothing. */
const AFTER = '--after';

/** No timer ends what is being read or judged, so what could take long is so where it can be ended: hosts go on after their own time. */
const LONGEST_JUDGED_HERE = 16 * 1024;

async function judgedApart(input: string, deadline: Deadline): Promise<HostReply> {
  return (await import('./judge-apart.ts')).judgeApart(input, deadline);
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
    const what = text.trim() === '' ? 'there was no input' : 'the input is not JSON';
    throw new Error(
      `${what}; an agent starts this program and sends it each call as JSON. \`caliban install\` connects an agent, \`caliban perms test\` tries a call`,
    );
  }
}
