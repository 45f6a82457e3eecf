import { parsePattern } from '@caliban/gate';
import { isTable, kindOf } from '../../documents/table.ts';
import type { Sourced } from '../../rules/rule-file.ts';
import { HOOK_EVENTS, type HookSetting } from '../settings.ts';
import { type Reading, TableReader } from '../table-reader.ts';
import { oneOf, TEXT, whole } from '../value-kinds.ts';

/** `[[hooks]]` */
export function readHooks(value: unknown, reading: Reading): readonly Sourced<HookSetting>[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isTable)) {
    const found = Array.isArray(value) ? 'a list of other things' : kindOf(value);
    const message = `\`hooks\` is ${found}; write \`[[hooks]]\` with double brackets above each hook`;
    reading.errors.push({ spot: { path: ['hooks'], part: 'key' }, message });
    return [];
  }
  return value.flatMap((table, index) => {
    const path = ['hooks', index];
    const hook = readHook(new TableReader(table, path, reading));
    return hook === null ? [] : [reading.sourced(hook, path)];
  });
}

function readHook(table: TableReader): HookSetting | null {
  const event = table.read('event', oneOf(...HOOK_EVENTS));
  const command = table.read('command', TEXT);
  const matcher = matcherOf(table);
  const timeoutMs = table.read('timeout_ms', whole(1, 600_000)) ?? DEFAULT_TIMEOUT_MS;
  const onError = table.read('on_error', oneOf('deny', 'continue'));
  table.end();
  if (!table.has('event')) table.lacking(`the hook has no event; write one of ${HOOK_EVENTS.join(', ')}`);
  if (!table.has('command')) table.lacking('the hook has no command; write the program to run');
  if (event === undefined || command === undefined || matcher === null) return null;
  if (onError === 'deny' && !canRefuse(event)) {
    table.warn(
      'on_error',
      `\`on_error = "deny"\` has no effect on ${event}, which comes too late to refuse; remove it`,
    );
  }
  return { event, matcher, command, timeoutMs, onError: canRefuse(event) ? (onError ?? 'deny') : 'continue' };
}

const DEFAULT_TIMEOUT_MS = 60_000;

function canRefuse(event: HookSetting['event']): boolean {
  switch (event) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return true;
    case 'PostToolUse':
    case 'PermissionDenied':
      return false;
  }
}

function matcherOf(table: TableReader): string | null {
  if (!table.has('matcher')) return '*';
  const matcher = table.read('matcher', TEXT);
  if (matcher === undefined) return null;
  const pattern = parsePattern(matcher);
  if (pattern.ok && pattern.value.spelling === 'bare') return matcher;
  table.wrong('matcher', `\`matcher\` is \`${matcher}\`; write a glob over tool names, such as "Bash" or "mcp__*"`);
  return null;
}
