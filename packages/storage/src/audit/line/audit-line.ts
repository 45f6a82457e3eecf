import type { AuditEntry } from '@caliban/gate';
import { loggedInput } from './logged-input.ts';
import { plainText } from './plain-json.ts';
import { quoted } from './quoted.ts';
import { callerMembers, decisionMembers } from './repeated-members.ts';
import { MAX_BYTES_BESIDE, safeJson } from './safe-json.ts';

/**
 * One line of the decision log with its line end: redacted and capped. The time comes first, so that readers find it without
 * parsing.
 */
export function auditLine(entry: AuditEntry, version: string): string {
  // Secrets found in the input may be copied into other fields, so they are removed there too.
  const { json, cut, sha256, secrets } = loggedInput(entry.input);

  let line = `{"ts":${quoted(entry.ts)}`;
  if (entry.session_id !== undefined) line += `,"session_id":${id(entry.session_id)}`;
  if (entry.turn !== undefined) line += `,"turn":${number(entry.turn)}`;
  if (entry.tool_use_id !== undefined) line += `,"tool_use_id":${id(entry.tool_use_id)}`;
  line += callerMembers(entry, secrets);
  line += `,"input":${json}`;
  if (cut) line += ',"truncated":true';
  if (sha256 !== null) line += `,"input_sha256":"${sha256}"`;
  line += decisionMembers(entry, secrets);
  if (entry.rules !== undefined) line += `,"rules":${rulesJson(entry.rules, secrets)}`;
  if (entry.part !== undefined) line += `,"part":${partJson(entry.part, secrets)}`;
  line += otherMembers(entry, secrets);
  line += `,"took_us":${number(entry.took_us)},"caliban":${quoted(version)}}\n`;
  return line;
}

/** All other fields of an entry. Fields that the gate adds later are written without a change here. */
function otherMembers(entry: AuditEntry, secrets: readonly string[]): string {
  let members = '';
  for (const name in entry) {
    const value: unknown = entry[name as keyof AuditEntry];
    if (!WRITTEN_ABOVE.has(name) && value !== undefined)
      members += `,"${name}":${safeJson(value as string | object, secrets)}`;
  }
  return members;
}

const WRITTEN_ABOVE: ReadonlySet<string> = new Set<keyof AuditEntry>([
  ...(['ts', 'session_id', 'turn', 'tool_use_id', 'agent', 'host', 'workspace', 'cwd', 'tool_name', 'input'] as const),
  ...(['action', 'outcome', 'mode', 'rule', 'because', 'rules', 'part', 'took_us'] as const),
]);

const MAX_ID_LENGTH = 200;

/** Ids are made by a host, not by a model, so they need no redaction. */
function id(value: string): string {
  return quoted(value.length > MAX_ID_LENGTH ? value.slice(0, MAX_ID_LENGTH) : value);
}

/** Writes a number as `JSON.stringify` does. */
function number(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** Each rule is capped separately, so that the list stays a list. */
function rulesJson(rules: NonNullable<AuditEntry['rules']>, secrets: readonly string[]): string {
  return `[${rules.map((rule) => safeJson(rule, secrets)).join(',')}]`;
}

function partJson(part: NonNullable<AuditEntry['part']>, secrets: readonly string[]): string {
  const text = secrets.length === 0 ? plainText(part.text, MAX_PART_BYTES) : null;
  if (text === null) return safeJson(part, secrets);
  return `{"kind":"${part.kind}","text":${text},"number":${part.number},"of":${part.of}}`;
}

/** Leaves room for the JSON around the text. */
const MAX_PART_BYTES = MAX_BYTES_BESIDE - 256;
