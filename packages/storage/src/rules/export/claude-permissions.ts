import { type Action, formatPattern, type Rule } from '@caliban/gate';
import { peopleNeededBy } from '@caliban/gate/types';
import type { NotCarriedOver } from '../import/imported.ts';
import { claudeSaying, type Saying } from './claude/claude-saying.ts';
import { lostOrder } from './claude/lost-order.ts';
import { siblingsOf } from './claude/siblings.ts';

export type ClaudePermissions = { readonly [action in Action]?: readonly string[] };

/**
 * Rules as the three lists of Claude Code. An allow is never widened: one that can't be expressed exactly is left out. A deny or
 * ask that can't be expressed exactly becomes broader, at worst an ask for the whole tool. The report lists these cases.
 */
export function claudePermissions(rules: readonly Rule[]): {
  permissions: ClaudePermissions;
  notCarriedOver: readonly NotCarriedOver[];
} {
  const lists: Record<Action, Set<string>> = { allow: new Set(), ask: new Set(), deny: new Set() };
  const notCarriedOver: NotCarriedOver[] = [];
  const siblings = siblingsOf(rules);
  for (const rule of rules) {
    const saying = claudeSaying(rule, siblings);
    // In Claude Code the user alone would answer such a question, which this rule doesn't allow, so it becomes a deny.
    const needsPeople = peopleNeededBy(rule) !== null;
    const list = needsPeople ? 'deny' : listFor(rule.action, saying);
    if (list !== null) for (const text of saying.rules) lists[list].add(text);
    if (needsPeople) notCarriedOver.push(loss(rule, { ...saying, kind: 'broader', why: WHY_NO_HUB }, list));
    else if (saying.kind !== 'exact') notCarriedOver.push(loss(rule, saying, list));
  }
  return {
    permissions: Object.fromEntries(
      LISTED.flatMap((action) => (lists[action].size === 0 ? [] : [[action, [...lists[action]]]])),
    ),
    notCarriedOver: [...notCarriedOver, ...lostOrder(rules), ...lostNotes(rules), ...anchoredPaths(lists)],
  };
}

const WHY_NO_HUB = 'several people, or someone else, have to allow it, and a rule of Claude Code asks its own user';

const LISTED: readonly Action[] = ['allow', 'ask', 'deny'];

/** Null: the rule is left out. */
function listFor(action: Action, { kind }: Saying): Action | null {
  switch (kind) {
    case 'exact':
    case 'wider':
      return action;
    case 'broader':
      return action === 'allow' ? null : action;
    case 'tool-only':
      return action === 'allow' ? null : 'ask';
  }
}

function loss(
  { pattern, action, source }: Rule,
  { rules, why }: Exclude<Saying, { kind: 'exact' }>,
  list: Action | null,
): NotCarriedOver {
  return {
    what: `${action} \`${formatPattern(pattern)}\``,
    why: list === null ? `${why}; left out` : `${why}; exported as ${list} \`${rules.join('`, `')}\``,
    ...(source.line === undefined ? {} : { line: source.line }),
  };
}

function lostNotes(rules: readonly Rule[]): readonly NotCarriedOver[] {
  const count = rules.filter(({ comment, reason, expiresAt }) => comment ?? reason ?? expiresAt).length;
  if (count === 0) return [];
  return [
    {
      what: `comment, reason or expires_at of ${count === 1 ? 'one rule' : `${count} rules`}`,
      why: 'a rule of Claude Code is one text and has no room for them',
    },
  ];
}

function anchoredPaths(lists: Readonly<Record<Action, ReadonlySet<string>>>): readonly NotCarriedOver[] {
  const anchored = Object.values(lists).some((list) => [...list].some((text) => /^\w+\(\/(?!\/)/.test(text)));
  if (!anchored) return [];
  const why = "they apply in a project's `.claude/settings.json`; in the user's own file `/` means `~/.claude`";
  return [{ what: 'paths relative to the workspace', why }];
}
