import type { AuditEntry } from '@caliban/gate';
import { safeJson } from './safe-json.ts';

/** Who made the call, and where. Usually the same as in the previous line, so its JSON is cached. */
export function callerMembers(entry: AuditEntry, secrets: readonly string[]): string {
  if (secrets.length > 0) return writeCaller(entry, secrets);
  const last = callers.get(entry.tool_name);
  if (last !== undefined && isSameCaller(last, entry)) return last.json;
  const { agent, host, workspace, cwd } = entry;
  return remember(callers, entry.tool_name, { agent, host, workspace, cwd, json: writeCaller(entry, secrets) });
}

/**
 * How the call was decided. A few rules decide most calls, so comparing fields with the cached ones is faster than writing them
 * again.
 */
export function decisionMembers(entry: AuditEntry, secrets: readonly string[]): string {
  const { rule, because } = entry;
  if (rule === undefined || because.kind !== 'rule' || secrets.length > 0) return writeDecision(entry, secrets);
  const last = decisions.get(rule.pattern);
  if (last !== undefined && isSameDecision(last, entry) && isSameRule(last.rule, rule)) return last.json;
  const { action, outcome, mode } = entry;
  return remember(decisions, rule.pattern, { action, outcome, mode, rule, json: writeDecision(entry, secrets) });
}

type AuditRule = NonNullable<AuditEntry['rule']>;
type Remembered = { readonly json: string };
type Caller = Remembered & Pick<AuditEntry, 'agent' | 'host' | 'workspace' | 'cwd'>;
type Decided = Remembered & Pick<AuditEntry, 'action' | 'outcome' | 'mode'> & { readonly rule: AuditRule };

const callers = new Map<string, Caller>();
const decisions = new Map<string, Decided>();

function remember<Kind extends Remembered>(known: Map<string, Kind>, key: string, last: Kind): string {
  if (known.size >= MAX_REMEMBERED) known.clear();
  if (last.json.length <= MAX_REMEMBERED_LENGTH) known.set(key, last);
  return last.json;
}

const MAX_REMEMBERED = 256;
const MAX_REMEMBERED_LENGTH = 2048;

function isSameCaller(one: Caller, other: AuditEntry): boolean {
  return (
    one.cwd === other.cwd && one.workspace === other.workspace && one.agent === other.agent && one.host === other.host
  );
}

function isSameDecision(one: Decided, other: AuditEntry): boolean {
  return one.action === other.action && one.outcome === other.outcome && one.mode === other.mode;
}

function isSameRule(one: AuditRule, other: AuditRule): boolean {
  return (
    one.line === other.line &&
    one.file === other.file &&
    one.action === other.action &&
    one.layer === other.layer &&
    one.comment === other.comment
  );
}

function writeCaller({ agent, host, workspace, cwd, tool_name }: AuditEntry, secrets: readonly string[]): string {
  return joined([
    member('agent', agent, secrets),
    member('host', host, secrets),
    member('workspace', workspace, secrets),
    member('cwd', cwd, secrets),
    member('tool_name', tool_name, secrets),
  ]);
}

function writeDecision({ action, outcome, mode, rule, because }: AuditEntry, secrets: readonly string[]): string {
  return joined([
    `,"action":"${action}","outcome":"${outcome}","mode":"${mode}"`,
    member('rule', rule, secrets),
    member('because', because, secrets),
  ]);
}

function member(name: string, value: string | object | undefined, secrets: readonly string[]): string {
  return value === undefined ? '' : `,"${name}":${safeJson(value, secrets)}`;
}

/** `+=` builds a rope that V8 would flatten again for every line. */
function joined(texts: readonly string[]): string {
  return texts.join('');
}
