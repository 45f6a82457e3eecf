import { describeCall } from '@caliban/calls';
import { createRuleBook, judge, type Rule } from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/ask';
import { callArgument } from '@caliban/storage/audit';
import { callsFor } from '../checks/example-tests.ts';
import type { WorkspaceContext } from '../paths/workspace-context.ts';
import type { DescribedPastCall } from '../replay/past-call-reader.ts';
import type { Fix } from './fix.ts';

/** What a fix changes in addition to the call it is for. */
export type Effect = {
  /** How many calls of the log it was compared with. */
  readonly of: number;
  readonly allowed: Changed;
  readonly denied: Changed;
  /** A call that it newly allows and that isn't in the log; null: none was found. */
  readonly witness: string | null;
};

export type Changed = { readonly count: number; readonly samples: readonly string[] };

export type EffectRequest = {
  readonly fixed: DescribedPastCall['call'];
  readonly recent: readonly DescribedPastCall[];
  readonly inForce: RulesInForce;
  readonly world: WorkspaceContext;
};

/** One result per fix, in order. Nothing runs. */
export function effectsOf(fixes: readonly Fix[], request: EffectRequest): readonly Effect[] {
  const { fixed, inForce, recent } = request;
  const { rules: before, ...options } = inForce;
  const book = createRuleBook(before, options);
  const own = textOf(fixed);
  const others = recent
    .map(({ call }) => ({ call, text: textOf(call), was: judge(book, call).action }))
    .filter(({ text }) => text !== own);
  return fixes.map((fix) => {
    const after = createRuleBook(fix.rules, options);
    const now = others.map((other) => ({ ...other, is: judge(after, other.call).action }));
    const changedTo = (action: 'allow' | 'deny') =>
      changed(now.filter(({ was, is }) => was !== action && is === action).map(({ text }) => text));
    const allowed = changedTo('allow');
    const witness = allowed.count === 0 ? witnessOf(fix, request) : null;
    return { of: others.length, allowed, denied: changedTo('deny'), witness };
  });
}

const MAX_SAMPLES = 3;

function changed(texts: readonly string[]): Changed {
  return { count: texts.length, samples: [...new Set(texts)].slice(0, MAX_SAMPLES) };
}

/** An example made from the patterns. */
function witnessOf({ changes, rules }: Fix, { fixed, inForce, world }: EffectRequest): string | null {
  const allows = changes.filter(({ kind, rule }) => kind === 'add' && rule.action === 'allow');
  const { rules: before, ...options } = inForce;
  const [was, is] = [createRuleBook(before, options), createRuleBook(rules, options)];
  const own = textOf(fixed);
  for (const example of allows.flatMap(({ rule }) => [...examplesOf(rule, world)])) {
    const call = describeCall({ ...example, context: world.context });
    const isNew = judge(was, call).action !== 'allow' && judge(is, call).action === 'allow';
    if (isNew && textOf(call) !== own) return textOf(call);
  }
  return null;
}

const MAX_EXAMPLES = 8;

function* examplesOf(rule: Rule, world: WorkspaceContext) {
  let count = 0;
  for (const example of callsFor(rule, world)) {
    if (count++ === MAX_EXAMPLES) return;
    yield example;
  }
}

/** `npm test` for a command, tool and argument for any other call. */
function textOf(call: DescribedPastCall['call']): string {
  const argument = callArgument(call);
  return call.tool === 'Bash' ? argument : `${call.tool} ${argument}`;
}
