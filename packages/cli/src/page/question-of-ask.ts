import { describeCall } from '@caliban/calls';
import { createRuleBook, judge, type Question, type RuleBook } from '@caliban/gate';
import { guardOwnFiles } from '@caliban/gate/filter';
import type { Ask } from '@caliban/inbox';
import type { Args } from '../command-line/args.ts';
import { bookOptions } from '../judging/judge-request.ts';
import { type WorkspaceContext, workspaceContextAt } from '../paths/workspace-context.ts';
import { type Policy, policyAt } from '../policy/policy.ts';
import type { Terminal } from '../process/terminal.ts';

/** An agent's question, judged by the rules that are on disk now. */
export type AskedQuestion = {
  readonly question: Question;
  readonly book: RuleBook;
  readonly policy: Policy;
  readonly world: WorkspaceContext;
};

/** Rejects with a `ConfigurationError` if a rule file doesn't load. */
export async function questionOf({ call: asked, context }: Ask, terminal: Terminal): Promise<AskedQuestion> {
  const { tool, input, workspace, cwd } = asked;
  const world = workspaceContextAt({ workspace, cwd }, terminal);
  // As the asking agent applies them: its own session, or a hook.
  const unanswered = context.host === 'caliban' ? 'use' : 'tighten-only';
  const policy = await policyAt({ workspace, cwd }, NO_ARGS, terminal, { unanswered });
  const book = createRuleBook(policy.rules, bookOptions(policy));
  const call = describeCall({ tool, input, context: world.context });
  const verdict = guardOwnFiles((judged) => judge(book, judged), world.ownDirectories)(call);
  return { question: { call, verdict }, book, policy, world };
}

/** A start without any flags. */
export const NO_ARGS: Args = { operands: [], rules: [], text: () => undefined, texts: () => [], isSet: () => false };
