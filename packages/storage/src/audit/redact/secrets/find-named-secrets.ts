import { NO_SECRETS, type SecretSpan } from '@caliban/calls/text';
import { HOT, PROSE } from '../data/secret-names.ts';
import {
  closesQuote,
  matchAt,
  PLAIN_VALUE,
  QUERY_VALUE,
  REST_OF_LINE,
  readQuoted,
  readWord,
  SHELL_WORD,
  type Stretch,
} from './read-value.ts';
import { isSecretName, type NamePlace } from './secret-name.ts';
import { isHarmlessValue, looksRandom } from './secret-value.ts';

/** Values that are secret because of their name: assignments, flags, fields, headers, parameters. */
export function findNamedSecrets(text: string): readonly SecretSpan[] {
  HOT.lastIndex = 0;
  let match = HOT.exec(text);
  if (match === null) return NO_SECRETS;
  const found: SecretSpan[] = [];
  let done = 0;
  for (; match !== null; match = HOT.exec(text)) {
    const name = nameAround(text, match.index, done);
    const value = secretOf(text, name);
    if (value !== null) found.push({ ...value, keep: '' });
    done = value === null ? name.end : value.end;
    HOT.lastIndex = done;
  }
  return found;
}

type Name = Stretch & { readonly text: string; readonly dashes: number };

/** Never looks back before `done`, so the search stays linear. */
function nameAround(text: string, at: number, done: number): Name {
  let start = at;
  while (start > done && /[\w-]/.test(text.charAt(start - 1))) start--;
  const run = matchAt(/[\w-]+/y, text, start) as string;
  const dashes = run.search(/[^-]/);
  return { start, end: start + run.length, text: run.slice(dashes), dashes };
}

function secretOf(text: string, name: Name): Stretch | null {
  const keyEnd = name.end + (matchAt(/\\*["'`]\]?/y, text, name.end)?.length ?? 0);
  const separator = matchAt(/[ \t]*(?::=|=>|[=:])/y, text, keyEnd);
  if (separator === null && isElement(text, name)) return elementValue(text, name);
  if (separator === null) return name.end === keyEnd ? unseparated(text, name) : null;

  const sign = separator.trimStart();
  const at = keyEnd + separator.length;
  if (isOtherSign(text, at, sign) || !isSecretName(name.text, placeOf(text, name, sign))) return null;
  const valueAt = at + (matchAt(/[ \t]*/y, text, at) as string).length;
  if (name.end === keyEnd && closesQuote(text, valueAt, name.start)) return null;
  if (HEADER.test(name.text) && sign === ':') return headerValue(text, name, valueAt);

  if (separator === '=' && valueAt === at) {
    return isSubstitution(text, at) ? null : vet(text, name, readWord(text, at, wordStops(text, name)));
  }
  if (matchAt(/["']?\$\{\{/y, text, valueAt) !== null) return null;
  const quoted = readQuoted(text, valueAt);
  if (quoted !== null) return vet(text, name, quoted);
  return sign === '=>' ? null : plainValue(text, name, valueAt);
}

/** `==`, `=~`, `::` and `://` don't assign anything. */
function isOtherSign(text: string, at: number, sign: string): boolean {
  return (sign === '=' && /[=~]/.test(text.charAt(at))) || (sign === ':' && matchAt(/:|\/\//y, text, at) !== null);
}

/** The value is a command substitution or a template; its content is examined separately. */
function isSubstitution(text: string, at: number): boolean {
  return matchAt(/["'`]?(?:\$\(|`|\$\{\{)/y, text, at) !== null;
}

function isElement(text: string, { start, end }: Name): boolean {
  return text.charAt(start - 1) === '<' && text.charAt(end) === '>';
}

/** `<password>…</password>`. A `<token>` without a closing tag is a placeholder. */
function elementValue(text: string, name: Name): Stretch | null {
  const start = name.end + 1;
  const end = start + (matchAt(/[^<>\r\n]+/y, text, start)?.length ?? 0);
  return text.startsWith(`</${name.text}>`, end) && isSecretName(name.text, 'field')
    ? vet(text, name, { start, end })
    : null;
}

/**
 * `--token x`. Without dashes, only a value that can't be an ordinary word (`set token 8fK2…`), or one whose context marks the
 * word before it as a name.
 */
function unseparated(text: string, name: Name): Stretch | null {
  const blanks = matchAt(/[ \t]+/y, text, name.end);
  if (blanks === null || !isSecretName(name.text, name.dashes > 0 ? 'flag' : 'field')) return null;
  const at = name.end + blanks.length;
  if (name.dashes === 0 && !NAME_FOLLOWS.test(text.slice(Math.max(0, name.start - MAX_WORD_LENGTH), name.start))) {
    const run = matchAt(/[\w+/=.~-]{16,256}/y, text, at);
    return run !== null && looksRandom(run, 16) && /[A-Z]/.test(run) ? { start: at, end: at + run.length } : null;
  }
  if (matchAt(/-|id=/y, text, at) !== null || isSubstitution(text, at) || closesQuote(text, at, name.start))
    return null;
  const word = readWord(text, at, SHELL_WORD);
  return PROSE.has(text.slice(word.start, word.end).toLowerCase()) ? null : vet(text, name, word);
}

/**
 * `jq --arg password x`, `machine a login b password x`, also with `\n` between, whose `n` would otherwise be read as part of the
 * name.
 */
const NAME_FOLLOWS =
  /(?:--arg|\bmachine(?:\s|\\n){1,8}[^\s\\]{1,80}(?:\s|\\n){1,8}login(?:\s|\\n){1,8}[^\s\\]{1,80})(?:(?:\s|\\n){1,8}|\\)$/;

function placeOf(text: string, { start, dashes }: Name, sign: string): NamePlace {
  if (dashes > 0) return 'flag';
  if (/[?&#]/.test(text.charAt(start - 1))) return 'parameter';
  if (IN_CONNECTION.test(text.slice(Math.max(0, start - MAX_WORD_LENGTH), start))) return 'connection';
  return sign === ':' ? 'field' : 'assignment';
}

/** `Server=h;Pwd=x`. */
const IN_CONNECTION = /=[^;\s"'`]*; ?$/;

function wordStops(text: string, { start }: Name): RegExp {
  return /[?&]/.test(text.charAt(start - 1)) ? QUERY_VALUE : SHELL_WORD;
}

const HEADER = /(?:authorization|cookie)$/i;

/** The scheme stays: `Authorization: Bearer …redacted`. */
function headerValue(text: string, name: Name, at: number): Stretch | null {
  const whole = readQuoted(text, at) ?? { start: at, end: at + (matchAt(REST_OF_LINE, text, at)?.length ?? 0) };
  const scheme = matchAt(/(?:bearer|basic|digest|token|apikey|negotiate)[ \t]+/iy, text, whole.start)?.length ?? 0;
  return vet(text, name, { start: Math.min(whole.start + scheme, whole.end), end: whole.end });
}

/** An unquoted value may be code, a type or a sentence: it is a secret only if it contains a digit or follows a header's name. */
function plainValue(text: string, name: Name, at: number): Stretch | null {
  const end = at + (matchAt(PLAIN_VALUE, text, at)?.length ?? 0);
  const value = text.slice(at, end);
  const isHeader = name.text.includes('-') && name.dashes === 0;
  if (
    value.length >= MAX_WORD_LENGTH ||
    (value.length > 0 && isHeader) ||
    (value.length >= 6 && isNoCode(text, at, end))
  )
    return vet(text, name, { start: at, end });

  // The first word was a type; the value follows it: `password: str = "…"`.
  const assigned = matchAt(/[ \t]*=[ \t]*/y, text, end);
  return assigned === null ? null : vet(text, name, readQuoted(text, end + assigned.length));
}

const MAX_WORD_LENGTH = 256;

function isNoCode(text: string, at: number, end: number): boolean {
  return /\d/.test(text.slice(at, end)) && !/[([]/.test(text.charAt(end));
}

function vet(text: string, { text: name, dashes }: Name, value: Stretch | null): Stretch | null {
  if (value === null || value.end <= value.start) return null;
  const written = text.slice(value.start, value.end);
  const isCount = dashes === 0 && /^pass$/i.test(name) && /^\d{1,4}$/.test(written);
  return isCount || isHarmlessValue(written, name) ? null : value;
}
