import type { Action } from '@caliban/gate';
import { type Carried, type CarriedOver, carryOver, type ForeignRule, join } from './carry-over.ts';
import { claudeMode } from './claude/claude-mode.ts';
import { type ClaudeEntry, parseClaudeRule } from './claude/claude-rule.ts';
import { reachIntoShell } from './claude/reach-into-shell.ts';
import { translateClaude } from './claude/translate-claude.ts';
import { type JsonNode, member } from './jsonc.ts';
import type { Reading } from './reading.ts';

/** `settings.json` of Claude Code. Deny beats ask beats allow there, whatever the order, so that is our order. */
export function readClaude(root: JsonNode, { settingsDirectory }: { settingsDirectory?: string | undefined }): Reading {
  const permissions = member(root, 'permissions');
  if (permissions?.kind !== 'object') return { ...join([]), notices: ['the file holds no `permissions`'] };

  const lists = {
    deny: entries(permissions, 'deny'),
    ask: entries(permissions, 'ask'),
    allow: entries(permissions, 'allow'),
  };
  const carried = (action: Action): CarriedOver =>
    join([
      ...lists[action].entries.map(({ foreign, rule }) =>
        carryOver(foreign, translateClaude(rule, { action, settingsDirectory })),
      ),
      lists[action].unreadable,
    ]);
  const [deny, ask, allow] = [carried('deny'), carried('ask'), carried('allow')];
  const reach = reachIntoShell([...lists.deny.entries, ...lists.ask.entries], lists.allow.entries);
  const mode = claudeMode(permissions);
  return {
    // A deny that became an ask stands behind the denies that stayed.
    rules: strictestFirst([...deny.rules, ...ask.rules, ...reach.rules, ...allow.rules]),
    notCarriedOver: [deny, ask, allow, mode].flatMap(({ notCarriedOver }) => notCarriedOver),
    notices: [...mode.notices, ...reach.notices],
    ...(mode.defaultMode === undefined ? {} : { defaultMode: mode.defaultMode }),
  };
}

function entries(permissions: JsonNode, action: Action): { entries: readonly ClaudeEntry[]; unreadable: CarriedOver } {
  const list = member(permissions, action);
  if (list === undefined) return { entries: [], unreadable: join([]) };
  const items = list.kind === 'list' ? list.items : [list];
  const found: ClaudeEntry[] = [];
  const unreadable: CarriedOver[] = [];
  for (const item of items) {
    const text = list.kind === 'list' && item.kind === 'text' ? item.text : null;
    const rule = text === null ? null : parseClaudeRule(text.trim());
    const foreign: ForeignRule = { text: `${action} \`${text ?? 'no text'}\``, action, line: item.line };
    if (rule !== null) found.push({ foreign, rule });
    else unreadable.push(carryOver(foreign, { kind: 'none', why: 'it is no rule of the form `Tool` or `Tool(…)`' }));
  }
  return { entries: found, unreadable: join(unreadable) };
}

function strictestFirst(rules: readonly Carried[]): readonly Carried[] {
  const by = (action: Action) => rules.filter(({ rule }) => rule.action === action);
  return [...by('deny'), ...by('ask'), ...by('allow')];
}
