import { HARMLESS_VALUES } from '../data/secret-names.ts';
import { isSecretName } from './secret-name.ts';

/** Words that point at a secret instead of being one: `$TOKEN`, `${{ secrets.X }}`, `<token>`, `process.env.TOKEN`, `env:TOKEN`. */
export function isHarmlessValue(value: string, name: string): boolean {
  if (value.length < MAX_HARMLESS_LENGTH) {
    if (HARMLESS_VALUES.has(value.toLowerCase()) || value.toLowerCase() === name.toLowerCase()) return true;
    if (isReference(value) || isPlaceholder(value) || isMember(value)) return true;
    if (OFTEN_A_FILE.test(name) && isPath(value)) return true;
  }
  return value === '';
}

/** Made by a machine rather than typed: safe to look for elsewhere without striking out ordinary words. */
export function looksRandom(value: string, atLeast: number): boolean {
  return value.length >= atLeast && /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value);
}

/** No name, no path and no placeholder is longer. */
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

/** `self.password`, `config.api_key`: code that hands a secret on. */
function isMember(value: string): boolean {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)) return false;
  return isSecretName(value.slice(value.lastIndexOf('.') + 1), 'assignment');
}

/** Base64 may hold slashes too, so a path has to look like one in every segment. */
function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2})?(?:\/[\w.@-]{1,32})+\/?$/.test(value) && /[a-z]/.test(value) && !/[A-Z].*\d|\d.*[A-Z]/.test(value)
  );
}
