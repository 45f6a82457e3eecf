import { holdsSecret } from '../redact/redact.ts';
import { isSecretName } from '../redact/secrets/secret-name.ts';
import { quoted } from './quoted.ts';

export type PlainJson = {
  readonly json: string;
  /** The same with its names in order, as `canonicalJson` writes it. */
  readonly canonical: string;
};

/**
 * The JSON of a value like most: one object of a few short texts, numbers and booleans with no secret in it, which needs neither
 * redaction nor a cap. Null: it is not so plain, take the long way.
 */
export function plainJson(value: unknown, mostBytes: number): PlainJson | null {
  try {
    const plain = isPlainObject(value) ? writeObject(value, mostBytes) : null;
    return plain === null || plain.json.length * MOST_BYTES_A_UNIT > mostBytes ? null : plain;
  } catch {
    // A getter or a proxy may throw whatever it likes.
    return null;
  }
}

const MOST_BYTES_A_UNIT = 3;
const MOST_MEMBERS = 32;

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function writeObject(object: Readonly<Record<string, unknown>>, mostBytes: number): PlainJson | null {
  const names = Object.keys(object);
  if (names.length > MOST_MEMBERS) return null;
  const members: string[] = [];
  let json = '';
  let inOrder = true;
  let before = '';
  for (const name of names) {
    const value = object[name];
    // As in JSON: a property that is undefined is not there.
    if (value === undefined) continue;
    const label = labelOf(name);
    const written = label === null ? null : writeMember(value, mostBytes);
    if (written === null) return null;
    members.push(label + written);
    json += json === '' ? label + written : `,${label}${written}`;
    inOrder &&= before < name;
    before = name;
  }
  const whole = `{${json}}`;
  // A member sorts as its name does: no character of a name is below the quote that ends it.
  return { json: whole, canonical: inOrder ? whole : `{${members.sort().join(',')}}` };
}

function writeMember(value: unknown, mostBytes: number): string | null {
  switch (typeof value) {
    case 'string':
      return plainText(value, mostBytes);
    case 'number':
      return Number.isFinite(value) ? String(value) : null;
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : null;
    case 'undefined':
    case 'bigint':
    case 'function':
    case 'symbol':
      return null;
  }
}

/** A text on its own. */
export function plainText(text: string, mostBytes: number): string | null {
  const json = text.length * MOST_BYTES_A_UNIT > mostBytes ? null : lookedAt(text);
  return json === null || json.length * MOST_BYTES_A_UNIT > mostBytes ? null : json;
}

/** The part that decided is mostly the whole command, which was looked at just before. */
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

/** Half a character is escaped, if anything is. */
function wellFormed(text: string): string | null {
  const json = quoted(text);
  return json.length > text.length + 2 && /\p{Surrogate}/u.test(text) ? null : json;
}

/** Null for a name that has a say in whether its value is a secret. */
function labelOf(name: string): string | null {
  const known = labels.get(name);
  if (known !== undefined) return known;
  if (!/^\w{1,64}$/.test(name) || name === 'value' || isSecretName(name, 'field') || holdsSecret(name)) return null;
  if (labels.size >= MOST_LABELS) labels.clear();
  labels.set(name, `"${name}":`);
  return `"${name}":`;
}

const labels = new Map<string, string>();
const MOST_LABELS = 256;
