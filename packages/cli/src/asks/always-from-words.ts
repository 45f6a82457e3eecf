import { plural, visible } from '@caliban/calls/text';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import type {
  AlwaysOutcome,
  PageAction,
  PageCard,
  PageScope,
  ProposedRule,
  ProposedRules,
  RulesPreview,
} from '../page/page-types.ts';

/** The rules behind `caliban inbox answer ID allow --always`: what the page has ticked, unless other patterns are given. Null: none. */
export function alwaysFromWords(card: PageCard, action: PageAction, args: Args): ProposedRules | null {
  if (!args.isSet('always')) return refuseRuleFlags(args);
  const scope = (args.text('scope') as PageScope | undefined) ?? 'local';
  if (scope === 'session' && !card.keepsRules)
    throw new UsageError(
      `--scope session: ${card.host} starts a new process for each call, so it can keep no rule; choose local`,
    );
  const [comment, reason] = [args.text('comment'), action === 'deny' ? args.text('message') : undefined];
  return {
    ...{ action, scope },
    rules: chosenRules(card, action, args),
    withTest: args.isSet('with-test'),
    ...(comment === undefined ? {} : { comment }),
    ...(reason === undefined ? {} : { reason }),
  };
}

const RULE_FLAGS = ['pattern', 'line', 'scope', 'comment', 'with-test', 'dry-run'] as const;

function refuseRuleFlags(args: Args): null {
  const flag = RULE_FLAGS.find((name) => args.isSet(name));
  if (flag !== undefined) throw new UsageError(`--${flag} goes with --always`);
  return null;
}

function chosenRules({ parts, missing }: PageCard, action: PageAction, args: Args): readonly ProposedRule[] {
  const written = args.texts('pattern');
  if (written.length > 0 && args.isSet('line')) throw new UsageError('--line and --pattern do not go together');
  if (written.length > 0) return written.map((pattern) => ({ part: null, pattern }));
  const meant = parts.filter(({ isLine, tickedFor }) => (args.isSet('line') ? isLine : tickedFor.includes(action)));
  if (meant.length === 0 && args.isSet('line') && missing === null)
    throw new UsageError('--line is for lines of several commands that can be spelled out; leave it out here');
  const rules = meant.map(({ part, patterns }) => {
    const chosen = patterns.find(({ preselected }) => preselected);
    if (chosen === undefined) throw new UsageError(`--always needs a pattern here; choose one: ${offered(parts)}`);
    return { part, pattern: chosen.pattern };
  });
  if (rules.length === 0)
    throw new UsageError(`--always needs --pattern here${missing === null ? '' : `: ${missing}`}`);
  return rules;
}

function offered(parts: PageCard['parts']): string {
  return parts.flatMap(({ patterns }) => patterns.map(({ pattern }) => `--pattern '${pattern}'`)).join(', ');
}

/** What was done about the rules; null: the answer was second, so nothing. */
export function savedLine(always: AlwaysOutcome): string {
  switch (always.kind) {
    case 'saved':
      return `Saved ${always.rules.join(', ')} ${always.file === null ? 'until the session ends' : `to ${always.file}`}.`;
    case 'not-saved':
      return `not all rules were saved: ${always.problem}`;
  }
}

/** What saving them would do, and nothing is done. */
export function previewLines({ action, rules }: ProposedRules, preview: RulesPreview): readonly string[] {
  const { left, unheard, file } = preview;
  const each = rules.flatMap(({ pattern }, index) => {
    const { problem, recent } = preview.rules[index] ?? { problem: null, recent: null };
    const would =
      recent === null ? '' : `would also have matched ${recent.matches} of your last ${plural(recent.of, 'call')}`;
    return [
      `${action} ${visible(pattern)}`,
      ...[problem ?? would].filter((text) => text !== '').map((text) => `  ${text}`),
    ];
  });
  return [
    ...each,
    ...(action === 'allow' && left > 0
      ? [`${plural(left, 'other part')} of the call will be asked about again next time`]
      : []),
    ...(unheard === null ? [] : [unheard]),
    `Would be kept ${file === null ? 'until the session ends' : `in ${file}`}. Nothing was answered.`,
  ];
}
