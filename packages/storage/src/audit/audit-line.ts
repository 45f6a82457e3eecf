import type { AuditEntry } from '@caliban/gate';
import { canonicalJson } from '@caliban/gate/internal/text/canonical-json';
import { capJson } from './cap-json.ts';
import { redactValue } from './redact-value.ts';
import { sha256 as textHash } from './sha256.ts';
import { strikeOut } from './strike-out.ts';

/** One line of the decision log, its end included: redacted, capped, the time first so that a reader can tell it without parsing. */
export function auditLine(entry: AuditEntry, version: string): string {
  const shown = redactValue(entry.input);
  const input = capJson(strikeOut(shown.value, shown.secrets), MOST_BYTES_OF_INPUT);
  // What the input was found to hold, its copies in other fields hold too.
  const safe = (name: string, value: string | object | undefined): string =>
    value === undefined ? '' : `,"${name}":${safeJson(value, shown.secrets)}`;
  const sha256 = inputHash(entry.input);

  let line = `{"ts":${JSON.stringify(entry.ts)}`;
  line += id('session_id', entry.session_id);
  if (entry.turn !== undefined) line += `,"turn":${JSON.stringify(entry.turn)}`;
  line += id('tool_use_id', entry.tool_use_id);
  line += safe('agent', entry.agent);
  line += safe('cwd', entry.cwd);
  line += safe('tool_name', entry.tool_name);
  line += `,"input":${input.json}`;
  if (shown.cut || input.cut) line += ',"truncated":true';
  if (sha256 !== null) line += `,"input_sha256":"${sha256}"`;
  line += `,"action":"${entry.action}","outcome":"${entry.outcome}","mode":"${entry.mode}"`;
  if (entry.rule !== undefined) line += `,"rule":${ruleJson(entry.rule, shown.secrets)}`;
  line += entry.because.kind === 'rule' ? ',"because":{"kind":"rule"}' : safe('because', entry.because);
  line += safe('part', entry.part);
  line += `,"took_us":${JSON.stringify(entry.took_us)},"caliban":${JSON.stringify(version)}}\n`;
  return line;
}

const MOST_BYTES_OF_INPUT = 8 * 1024;
const MOST_BYTES_BESIDE = 4 * 1024;
const LONGEST_ID = 200;

/** Few rules decide most calls, and comparing their fields is quicker than writing them down to see that they are known. */
function ruleJson(rule: AuditRule, secrets: readonly string[]): string {
  const last = lastRules.get(rule.pattern);
  if (last !== undefined && secrets.length === 0 && isSameRule(last.rule, rule)) return last.json;
  const json = safeJson(rule, secrets);
  if (secrets.length > 0 || json.length > LONGEST_REMEMBERED) return json;
  if (lastRules.size >= MOST_REMEMBERED) lastRules.clear();
  lastRules.set(rule.pattern, { rule, json });
  return json;
}

type AuditRule = NonNullable<AuditEntry['rule']>;

const lastRules = new Map<string, { readonly rule: AuditRule; readonly json: string }>();

function isSameRule(one: AuditRule, other: AuditRule): boolean {
  return (
    one.line === other.line &&
    one.file === other.file &&
    one.action === other.action &&
    one.layer === other.layer &&
    one.comment === other.comment
  );
}

/** Rules, directories and tools come again and again; once they have been looked at, what became of them is remembered. */
function safeJson(value: string | object, secrets: readonly string[]): string {
  if (secrets.length > 0) return redactedJson(value, secrets);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const known = remembered.get(written);
  if (known !== undefined) return known;
  const json = redactedJson(value, secrets);
  if (written.length > LONGEST_REMEMBERED) return json;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(written, json);
  return json;
}

const remembered = new Map<string, string>();
const MOST_REMEMBERED = 256;
const LONGEST_REMEMBERED = 1024;

function redactedJson(value: string | object, secrets: readonly string[]): string {
  return capJson(strikeOut(redactValue(value).value, secrets), MOST_BYTES_BESIDE).json;
}

/** Made by a host, not by a model. */
function id(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value.slice(0, LONGEST_ID))}`;
}

/** Null for what is no JSON. */
function inputHash(input: unknown): string | null {
  const canonical = canonicalJson(input);
  return canonical.ok ? textHash(canonical.value) : null;
}
