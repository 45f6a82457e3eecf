import { HARMLESS_VALUES } from '../data/secret-names.ts';
import { isSecretName } from './secret-name.ts';

/** Placeholders and references instead of secrets: `$TOKEN`, `${{ secrets.X }}`, `<token>`, `process.env.TOKEN`, `env:TOKEN`. */
export function isHarmlessValue(value: string, name: string): boolean {
  if (value.length < MAX_HARMLESS_LENGTH) {
    if (HARMLESS_VALUES.has(value.toLowerCase()) || value.toLowerCase() === name.toLowerCase()) return true;
    if (isReference(value) || isPlaceholder(value) || isMember(value)) return true;
    if (OFTEN_A_FILE.test(name) && isPath(value)) return true;
  }
  return value === '';
}

/** Probably generated rather than typed: it can be removed elsewhere without hitting ordinary words. */
export function looksRandom(value: string, atLeast: number): boolean {
  return value.length >= atLeast && /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value);
}

/** Names, paths and placeholders aren't longer. */
const MAX_HARMLESS_LENGTH = 256;

const OFTEN_A_FILE = /(?:key|pwd|pass|credentials?|cookie|secret)$/i;

function isReference(value: string): boolean {
  return /^\$(?:\w+|\{[\w.]+\})$/.test(value) || /^%\w+%$/.test(value) || /^(?:env|file|fd):[\w./-]+$/.test(value);
}

function isPlaceholder(value: string): boolean {
  return (
    /^<[^>]*>$/.test(value) ||
    /^\{[^}]*\}+$/.test(value) ||
    /^(?:\*+|x+|\.+|…|-+)$/i.test(value) ||
    value.endsWith('…redacted')
  );
}

/** `self.password`, `config.api_key`: code that refers to a secret. */
function isMember(value: string): boolean {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)) return false;
  return isSecretName(value.slice(value.lastIndexOf('.') + 1), 'assignment');
}

/** Base64 may contain slashes too, so every segment has to look like a path. */
function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2})?(?:\/[\w.@-]{1,32})+\/?$/.test(value) && /[a-z]/.test(value) && !/[A-Z].*\d|\d.*[A-Z]/.test(value)
  );
}
