import type { AuditEntry } from '@caliban/gate';
import { loggedInput } from './logged-input.ts';
import { plainText } from './plain-json.ts';
import { quoted } from './quoted.ts';
import { callerMembers, decisionMembers } from './repeated-members.ts';
import { MOST_BYTES_BESIDE, safeJson } from './safe-json.ts';

/** One line of the decision log, its end included: redacted, capped, the time first so that a reader can tell it without parsing. */
export function auditLine(entry: AuditEntry, version: string): string {
  // What the input was found to hold, its copies in other fields hold too.
  const { json, cut, sha256, secrets } = loggedInput(entry.input);

  let line = `{"ts":${quoted(entry.ts)}`;
  if (entry.session_id !== undefined) line += `,"session_id":${id(entry.session_id)}`;
  if (entry.turn !== undefined) line += `,"turn":${number(entry.turn)}`;
  if (entry.tool_use_id !== undefined) line += `,"tool_use_id":${id(entry.tool_use_id)}`;
  line += callerMembers(entry, secrets);
  if (entry.own_name !== undefined) line += `,"own_name":${safeJson(entry.own_name, secrets)}`;
  line += `,"input":${json}`;
  if (cut) line += ',"truncated":true';
  if (sha256 !== null) line += `,"input_sha256":"${sha256}"`;
  line += decisionMembers(entry, secrets);
  if (entry.rules !== undefined) line += `,"rules":${rulesJson(entry.rules, secrets)}`;
  if (entry.part !== undefined) line += `,"part":${partJson(entry.part, secrets)}`;
  line += `,"took_us":${number(entry.took_us)},"caliban":${quoted(version)}}\n`;
  return line;
}

const LONGEST_ID = 200;

/** Made by a host, not by a model. */
function id(value: string): string {
  return quoted(value.length > LONGEST_ID ? value.slice(0, LONGEST_ID) : value);
}

/** As `JSON.stringify` writes it. */
function number(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** Each rule is capped by itself, so that the list stays a list. */
function rulesJson(rules: NonNullable<AuditEntry['rules']>, secrets: readonly string[]): string {
  return `[${rules.map((rule) => safeJson(rule, secrets)).join(',')}]`;
}

function partJson(part: NonNullable<AuditEntry['part']>, secrets: readonly string[]): string {
  const text = secrets.length === 0 ? plainText(part.text, MOST_BYTES_OF_PART) : null;
  if (text === null) return safeJson(part, secrets);
  return `{"kind":"${part.kind}","text":${text},"number":${part.number},"of":${part.of}}`;
}

/** Room for what stands around its text. */
const MOST_BYTES_OF_PART = MOST_BYTES_BESIDE - 256;
