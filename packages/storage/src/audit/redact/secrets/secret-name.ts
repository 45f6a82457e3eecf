import {
  HOT,
  KEYS_THAT_OPEN,
  KEYS_THAT_SORT,
  OWNERS_OF_A_PASS,
  SECRET_ENDINGS,
  SECRET_NAMES,
  SECRET_PARAMETERS,
  SECRET_WORDS,
  TOKENS_THAT_COUNT,
} from '../data/secret-names.ts';

/** Where a name occurs: the same word means different things to a shell, a query and a JSON object. */
export type NamePlace = 'assignment' | 'connection' | 'flag' | 'parameter' | 'field';

/**
 * Whether the value of this name must stay out of the log. Decided by the last words of the name: `token_count` is a number,
 * `count_token` a secret.
 */
export function isSecretName(name: string, place: NamePlace): boolean {
  // The caller may be in the middle of its own search with HOT: `search` leaves `lastIndex` unchanged, `test` wouldn't.
  if (name.length > MAX_LENGTH || name.search(HOT) === -1) return false;
  if (SECRET_NAMES.has(name)) return true;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const isUpperCase = place !== 'flag' && name === name.toUpperCase();
  const isEnvironment = isUpperCase && words.length > 1;

  if (place === 'parameter' && SECRET_PARAMETERS.has(last) && !KEYS_THAT_SORT.has(before)) return true;
  if (last === 'token') return !TOKENS_THAT_COUNT.has(before);
  if (last === 'key') return KEYS_THAT_OPEN.has(before) || (isEnvironment && !KEYS_THAT_SORT.has(before));
  if (last === 'pass') return isEnvironment || OWNERS_OF_A_PASS.has(before) || isPassAlone(words, place);
  if (isUpperCase && last.endsWith('pass')) return OWNERS_OF_A_PASS.has(last.slice(0, -'pass'.length));
  if (last === 'pwd') return words.length > 1 || place === 'field' || place === 'connection';
  return SECRET_WORDS.has(last) || SECRET_ENDINGS.some((ending) => last.endsWith(ending));
}

/** As a field, `pass` is more often a result. */
function isPassAlone(words: readonly string[], place: NamePlace): boolean {
  return words.length === 1 && place !== 'field' && place !== 'parameter';
}

/** Anything longer isn't a name. */
const MAX_LENGTH = 128;

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]+/)
    .filter((word) => word !== '');
}
