import type { Action } from '@caliban/gate';
import { claudeMode } from './claude/claude-mode.ts';
import { type ClaudeEntry, parseClaudeRule } from './claude/claude-rule.ts';
import { reachIntoShell } from './claude/reach-into-shell.ts';
import { translateClaude } from './claude/translate-claude.ts';
import { type ForeignRule, type ImportedPattern, importRule, join, type RuleImport } from './import-rule.ts';
import { type JsonNode, member } from './jsonc.ts';
import type { Reading } from './reading.ts';

/** `settings.json` of Claude Code. There, deny beats ask and ask beats allow in any order, so we write them in that order. */
export function readClaude(root: JsonNode, { settingsDirectory }: { settingsDirectory?: string | undefined }): Reading {
  const permissions = member(root, 'permissions');
  if (permissions?.kind !== 'object') return { ...join([]), notices: ['the file has no `permissions`'] };

  const lists = {
    deny: entries(permissions, 'deny'),
    ask: entries(permissions, 'ask'),
    allow: entries(permissions, 'allow'),
  };
  const carried = (action: Action): RuleImport =>
    join([
      ...lists[action].entries.map(({ foreign, rule }) =>
        importRule(foreign, translateClaude(rule, { action, settingsDirectory })),
      ),
      lists[action].unreadable,
    ]);
  const [deny, ask, allow] = [carried('deny'), carried('ask'), carried('allow')];
  const reach = reachIntoShell([...lists.deny.entries, ...lists.ask.entries], lists.allow.entries);
  const mode = claudeMode(permissions);
  return {
    // A deny that became an ask comes after the remaining denies.
    rules: strictestFirst([...deny.rules, ...ask.rules, ...reach.rules, ...allow.rules]),
    notCarriedOver: [deny, ask, allow, mode].flatMap(({ notCarriedOver }) => notCarriedOver),
    notices: [...mode.notices, ...reach.notices],
    ...(mode.defaultMode === undefined ? {} : { defaultMode: mode.defaultMode }),
  };
}

function entries(permissions: JsonNode, action: Action): { entries: readonly ClaudeEntry[]; unreadable: RuleImport } {
  const list = member(permissions, action);
  if (list === undefined) return { entries: [], unreadable: join([]) };
  if (list.kind !== 'list') {
    const what = WHAT[list.kind];
    const foreign = { text: `\`${action}\``, action, line: list.line };
    return { entries: [], unreadable: importRule(foreign, { kind: 'none', why: `it is ${what} and must be a list` }) };
  }
  const found: ClaudeEntry[] = [];
  const unreadable: RuleImport[] = [];
  for (const item of list.items) {
    const text = item.kind === 'text' ? item.text : null;
    const rule = text === null ? null : parseClaudeRule(text.trim());
    const named = text === null ? `an entry of \`${action}\`` : `${action} \`${text}\``;
    const foreign: ForeignRule = { text: named, action, line: item.line };
    const why = text === null ? 'it is not text' : 'it is not a rule of the form `Tool` or `Tool(…)`';
    if (rule !== null) found.push({ foreign, rule });
    else unreadable.push(importRule(foreign, { kind: 'none', why }));
  }
  return { entries: found, unreadable: join(unreadable) };
}

const WHAT = { text: 'text', object: 'an object', scalar: 'a mere value' } as const;

function strictestFirst(rules: readonly ImportedPattern[]): readonly ImportedPattern[] {
  const by = (action: Action) => rules.filter(({ rule }) => rule.action === action);
  return [...by('deny'), ...by('ask'), ...by('allow')];
}
