import { type AskHandler, createRuleBook, judge, type Question, type Verdict } from '@caliban/gate';
import { InboxAskHandler } from '@caliban/inbox';
import type { Args } from '../command-line/args.ts';
import type { GateSession } from '../compose/gate.ts';
import { type StartUp, type StartUpOptions, startUp } from '../compose/start-up.ts';
import { bookOptions } from '../judging/judge-request.ts';
import type { Terminal } from '../process/terminal.ts';
import { DEFAULT_WAIT_SECONDS, inboxAccess, inboxSetup, ownName } from './inbox-setup.ts';
import { RacingAskHandler } from './racing-ask-handler.ts';

/** The inbox for a process that keeps its gate: a session, a run, a proxy. */
export type SessionInbox = {
  /** Beside the question in the terminal. */
  readonly beside: (terminal: AskHandler, notice: (message: string) => void) => AskHandler;
  readonly handler: (otherwise: AskHandler, warn: (message: string) => void) => AskHandler;
  /** Nothing is asked before this is called. */
  readonly begin: (session: { readonly gate: GateSession }) => void;
};

export type SessionInboxParts = {
  readonly start: StartUp;
  readonly args: Args;
  readonly terminal: Terminal;
  /** As in the session's own start. */
  readonly unanswered?: StartUpOptions['unanswered'];
};

export async function sessionInbox({
  start,
  args,
  terminal,
  unanswered = 'use',
}: SessionInboxParts): Promise<SessionInbox> {
  const setup = await inboxSetup(terminal);
  const limitMs = (setup.settings.inbox.waitSeconds?.value ?? DEFAULT_WAIT_SECONDS) * 1000;
  let session: { readonly gate: GateSession } | null = null;
  const judging = {
    book: () => session?.gate.rules.book ?? createRuleBook(start.settings.rules, bookOptions(start.settings)),
    judgeAgain,
  };
  const access = { ...inboxAccess(setup, judging), keepsRules: true };
  return {
    beside: (asker, notice) =>
      new RacingAskHandler({ ...access, name: ownName(setup.settings), terminal: asker, notice }),
    handler: (otherwise, warn) => new InboxAskHandler({ ...access, limitMs, otherwise, warn }),
    begin(begun) {
      session = begun;
    },
  };

  /** Judged by the session's rules and mode, and by the files as they are now, because a session reads them only once. */
  async function judgeAgain({ call }: Question): Promise<Verdict> {
    if (session === null) throw new Error('the session has not begun');
    const verdict = await session.gate.gate.weigh(call, new AbortController().signal);
    if (verdict.action === 'deny') return verdict;
    const { settings } = await startUp(args, terminal, { unanswered });
    const byFiles = judge(createRuleBook(settings.rules, bookOptions(settings)), call);
    return byFiles.action === 'deny' ? byFiles : verdict;
  }
}
