import { holdsSecret } from '../redact/redact.ts';
import { isSecretName } from '../redact/secrets/secret-name.ts';
import { quoted } from './quoted.ts';

export type PlainJson = {
  readonly json: string;
  /** The same JSON with sorted keys, as `canonicalJson` writes it. */
  readonly canonical: string;
};

/**
 * A fast path for typical values: one object of a few short texts, numbers and booleans without secrets, which needs neither
 * redaction nor a cap. Null if the value isn't that simple; redacting it takes eight times as long.
 */
export function plainJson(value: unknown, mostBytes: number): PlainJson | null {
  try {
    if (!isPlainObject(value)) return null;
    // JSON omits properties that are undefined.
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length > MAX_MEMBERS) return null;
    if (!members.every(([name, member]) => isPlainName(name) && isPlainMember(member, mostBytes))) return null;
    const copy = Object.fromEntries(members);
    const json = JSON.stringify(copy);
    if (json.length * MAX_BYTES_PER_UNIT > mostBytes) return null;
    const order = Object.keys(copy);
    const inOrder = order.every((name, at) => at === 0 || (order[at - 1] as string) < name);
    return { json, canonical: inOrder ? json : JSON.stringify(copy, order.sort()) };
  } catch {
    // A getter or a proxy may throw.
    return null;
  }
}

const MAX_BYTES_PER_UNIT = 3;
const MAX_MEMBERS = 32;

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isPlainMember(value: unknown, mostBytes: number): boolean {
  if (typeof value === 'string') return plainText(value, mostBytes) !== null;
  return Number.isFinite(value) || typeof value === 'boolean' || value === null;
}

/** The same for a single text. */
export function plainText(text: string, mostBytes: number): string | null {
  const json = text.length * MAX_BYTES_PER_UNIT > mostBytes ? null : lookedAt(text);
  return json === null || json.length * MAX_BYTES_PER_UNIT > mostBytes ? null : json;
}

/** The deciding part is usually the whole command, which was checked just before. */
function lookedAt(text: string): string | null {
  if (text === last.text) return last.json;
  if (text === beforeLast.text) return beforeLast.json;
  beforeLast = last;
  last = { text, json: holdsSecret(text) ? null : wellFormed(text) };
  return last.json;
}

type Written = { readonly text: string; readonly json: string | null };

let last: Written = { text: '', json: '""' };
let beforeLast = last;

/** A lone surrogate has to be escaped. */
function wellFormed(text: string): string | null {
  const json = quoted(text);
  return json.length > text.length + 2 && /\p{Surrogate}/u.test(text) ? null : json;
}

/** False for a name that helps decide whether its value is a secret. */
function isPlainName(name: string): boolean {
  if (names.has(name)) return true;
  if (!/^\w{1,64}$/.test(name) || name === 'value' || isSecretName(name, 'field') || holdsSecret(name)) return false;
  if (names.size >= MAX_NAMES) names.clear();
  names.add(name);
  return true;
}

const names = new Set<string>();
const MAX_NAMES = 256;
