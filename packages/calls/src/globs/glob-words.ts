import { MAX_PATH_LENGTH } from '../text/path.ts';

/** A glob with its braces expanded: `{a,b}/*` is `a/*` and `b/*`. Null: too many or too long. */
export function globWords(glob: string): readonly string[] | null {
  if (glob.length > MAX_PATH_LENGTH) return null;
  let words: readonly string[] = [glob];
  while (words.some((word) => GROUP.test(word))) {
    words = [...new Set(words.flatMap(expandOne))];
    if (words.length > MAX_WORDS) return null;
  }
  return words;
}

const MAX_WORDS = 64;

/** Braces with no braces inside. */
const GROUP = /\{([^{}]*)\}/;

function expandOne(word: string): readonly string[] {
  const group = GROUP.exec(word);
  if (group === null) return [word];
  const [whole, inside = ''] = group;
  const before = word.slice(0, group.index);
  const after = word.slice(group.index + whole.length);
  // A range is at least one character long.
  const choices = /^[^,]*\.\.[^,]*$/.test(inside) && !inside.includes('/') ? ['?*'] : inside.split(',');
  return choices.map((choice) => before + choice + after);
}
