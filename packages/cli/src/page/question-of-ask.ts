import { describeCall } from '@caliban/calls';
import { createRuleBook, judge, type Question, type RuleBook } from '@caliban/gate';
import { guardOwnFiles } from '@caliban/gate/filter';
import type { Ask } from '@caliban/inbox';
import type { ProjectRules } from '@caliban/storage';
import type { Args } from '../command-line/args.ts';
import { bookOptions } from '../judging/judge-request.ts';
import type { Where } from '../paths/locations-at.ts';
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
export type QuestionReader = (ask: Ask) => Promise<AskedQuestion>;

/** For questions that are looked at together: the rules of each place are read once. */
export function questionReader(terminal: Terminal): QuestionReader {
  const places = new Map<string, Promise<JudgedPlace>>();
  return async ({ call: { tool, input, workspace, cwd }, context: { host } }) => {
    // As the asking agent applies them: its own session, or a hook.
    const unanswered = host === 'caliban' ? 'use' : 'tighten-only';
    const key = JSON.stringify([workspace, cwd, unanswered]);
    const read = places.get(key) ?? placeAt({ workspace, cwd }, unanswered, terminal);
    places.set(key, read);
    const place = await read;
    const { book, world } = place;
    const call = describeCall({ tool, input, context: world.context });
    const verdict = guardOwnFiles((judged) => judge(book, judged), world.ownDirectories)(call);
    return { question: { call, verdict }, ...place };
  };
}

type JudgedPlace = Omit<AskedQuestion, 'question'>;

async function placeAt(where: Where, unanswered: ProjectRules, terminal: Terminal): Promise<JudgedPlace> {
  const policy = await policyAt(where, NO_ARGS, terminal, { unanswered });
  return {
    policy,
    book: createRuleBook(policy.rules, bookOptions(policy)),
    world: workspaceContextAt(where, terminal),
  };
}

/** A start without any flags. */
export const NO_ARGS: Args = { operands: [], rules: [], text: () => undefined, texts: () => [], isSet: () => false };
