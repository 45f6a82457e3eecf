import type { HostReply } from '@caliban/adapters';
import { errorText } from '@caliban/calls/text';
import { adapterFor } from './adapters.ts';
import { Deadline } from './deadline.ts';
import { THIS_PROCESS } from './hook-caller.ts';
import { COLD, JUDGE_HERE, WAIT } from './hook-flags.ts';
import { judgeForHost } from './judge-for-host.ts';
import { OneAnswer } from './one-answer.ts';
import { readInput } from './read-input.ts';

/**
 * `caliban hook <host>`: a call on standard input, the answer in the host's own format. Most hosts run the call if their hook
 * fails, so an answer is always given, exactly once, and without a verdict it is a refusal.
 */
export async function answerHook(given: readonly string[]): Promise<void> {
  const isSubprocess = given.at(-1) === JUDGE_HERE;
  const said = isSubprocess ? given.slice(0, -1) : given;
  const isCold = said.at(-1) === COLD;
  const all = isCold ? said.slice(0, -1) : said;
  if (all.length === 2 && all[1] === AFTER) {
    await (await import('./record-answer.ts')).recordAnswerOf(all[0] as string);
    return isCold ? startServer() : undefined;
  }
  const waitMs = waitOf(all);
  const words = waitMs === 0 ? all : all.slice(0, 1);
  const adapter = words.length === 1 ? await adapterFor(words[0] as string) : undefined;
  if (adapter === undefined) return (await import('./refuse-usage.ts')).refuseUsage(words);

  const answer = new OneAnswer(adapter);
  process.on('uncaughtException', (error) => answer.refuseAndEnd(errorText(error)));
  process.on('unhandledRejection', (error) => answer.refuseAndEnd(errorText(error)));
  // Nothing is left to wait for, and no answer has been given.
  process.on('exit', () => answer.refuse('it ended without a verdict'));
  const deadline = new Deadline(process.env, (problem) => answer.refuseAndEnd(problem));

  try {
    const input = await readInput(deadline);
    if (input.length > MAX_LENGTH_JUDGED_HERE && !isSubprocess)
      return answer.give(await judgedInSubprocess(input, { left: deadline.left + waitMs, miss: deadline.miss }));
    answer.payload = readPayload(input);
    const { reply, logRefused, afterwards } = await judgeForHost(adapter, answer.payload, {
      deadline,
      caller: THIS_PROCESS,
      waiting: waitMs === 0 ? null : { kind: 'here', waitMs },
    });
    const missed = deadline.missed();
    if (missed === null) {
      answer.give(reply);
    } else {
      answer.refuse(missed);
      await logRefused(missed);
    }
    // Also on errors: a pack written on the way makes the next call fast enough.
    await afterwards();
    if (isCold && !isSubprocess) await startServer();
  } catch (error) {
    answer.refuse(errorText(error));
  }
  endNow();
}

/** For the next calls, if the user's settings want it. */
async function startServer(): Promise<void> {
  await (await import('../serve/start-if-on-demand.ts')).startIfOnDemand(process.env);
}

/** How much longer `install` has told the host to wait; 0: no longer. */
function waitOf([, flag, seconds = '', ...surplus]: readonly string[]): number {
  return flag === WAIT && surplus.length === 0 && /^[1-9]\d{0,4}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/** Makes it the hook for events after a call. There is nothing to refuse then, so it never fails and prints nothing. */
const AFTER = '--after';

/**
 * No timer can interrupt reading or judging in this process, so long texts are judged in a subprocess that can be killed: hosts
 * continue after their own timeout.
 */
const MAX_LENGTH_JUDGED_HERE = 16 * 1024;

async function judgedInSubprocess(input: string, deadline: Pick<Deadline, 'left' | 'miss'>): Promise<HostReply> {
  return (await import('./judge-in-subprocess.ts')).judgeInSubprocess(input, deadline);
}

/** Everything is written, so no exit handlers have to run; `process.exit` would first compile the code for those. */
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
