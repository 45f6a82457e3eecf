import type { ToolCall } from '@caliban/calls';
import type { ClassName } from '@caliban/calls/types';
import { judge } from '../judge/judge.ts';
import { createRuleBook, type RuleBookOptions } from '../judge/rule-book.ts';
import { formatPattern } from '../pattern/format-pattern.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { Pattern } from '../types/pattern.ts';
import type { Action, Rule } from '../types/rule.ts';
import type { ListClass } from './list-class.ts';
import { STATIC_LISTS, type StaticHit, type StaticList, type StaticLists } from './static-lists.ts';

/** The content of one list: the operator's patterns, and the curated classes behind `$defaults.…`. */
export type ListParts = { readonly patterns: readonly Pattern[]; readonly classes: readonly ListClass[] };

/** The lists are checked in order; the first one that matches the call decides. */
export function compileStaticLists(
  lists: Readonly<Record<StaticList, ListParts>>,
  options: RuleBookOptions = {},
): StaticLists {
  // Compiling takes a tenth of a session's start, and most sessions never enter auto mode.
  let walk: StaticLists | null = null;
  return (call) => {
    walk ??= listWalk(lists, options);
    return walk(call);
  };
}

function listWalk(lists: Readonly<Record<StaticList, ListParts>>, options: RuleBookOptions): StaticLists {
  const finders: Readonly<Record<StaticList, Finder>> = {
    hard_deny: denyList(lists.hard_deny, options),
    soft_deny: denyList(lists.soft_deny, options),
    allow: allowList(lists.allow, options),
  };
  return (call) => {
    for (const list of STATIC_LISTS) {
      const found = finders[list](call);
      if (found !== null) return { list, ...found };
    }
    return null;
  };
}

type Found = Omit<StaticHit, 'list'>;
type Finder = (call: ToolCall) => Found | null;

/** As deny rules: any part of a line is enough. */
function denyList({ patterns, classes }: ListParts, options: RuleBookOptions): Finder {
  const own = judgedBy(
    patterns.map((pattern) => ruleOf('deny', pattern)),
    'deny',
    options,
  );
  const finders = [own, ...classes.map(dangerFinder)];
  return (call) => {
    for (const find of finders) {
      const found = find(call);
      if (found !== null) return found;
    }
    return null;
  };
}

function dangerFinder({ name, why, recognises }: ListClass): Finder {
  return (call) => (recognises?.(call) === true ? { pattern: name, why } : null);
}

/** As allow rules, together: each part of a line needs one of them, or a class that covers it. */
function allowList({ patterns, classes }: ListParts, options: RuleBookOptions): Finder {
  const covering = classes.flatMap(({ name, covers }) => (covers === undefined ? [] : coveringRule(covers, name)));
  const find = judgedBy([...patterns.map((pattern) => ruleOf('allow', pattern)), ...covering], 'allow', options);
  return (call) => {
    const found = find(call);
    const curated = classes.find(({ name }) => name === found?.pattern);
    return found === null || curated === undefined ? found : { ...found, why: curated.why };
  };
}

/** A judge over these rules that reports the deciding pattern, or the class it comes from, if it says `action`. */
function judgedBy(rules: readonly Rule[], action: Action, options: RuleBookOptions): Finder {
  if (rules.length === 0) return () => null;
  const book = createRuleBook(rules, options);
  return (call) => {
    const verdict = judge(book, call);
    if (verdict.action !== action) return null;
    const { because } = verdict;
    if (because.kind !== 'rule') return { pattern: because.kind };
    return { pattern: because.rule.comment ?? formatPattern(because.rule.pattern) };
  };
}

/** Only commands: the permission mode decides which files the other tools may read. */
function coveringRule(covers: ClassName, from: string): readonly Rule[] {
  const pattern = parsePattern(`Bash:@${covers}`);
  return pattern.ok ? [ruleOf('allow', pattern.value, from)] : [];
}

function ruleOf(action: Action, pattern: Pattern, from?: string): Rule {
  return { pattern, action, source: { layer: 'user' }, ...(from === undefined ? {} : { comment: from }) };
}
