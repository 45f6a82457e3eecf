import { findTokens } from './find-tokens.ts';

/** Whether a text seems to contain a password, key or token. Wrong guesses only make a suggestion less exact. */
export function looksSecret(text: string): boolean {
  if ([NAMED_SECRET, PRIVATE_KEY, USER_AND_PASSWORD].some((known) => known.test(text))) return true;
  if (findTokens(text).length > 0) return true;
  return (text.match(LONG_RUN) ?? []).some(looksRandom);
}

/** `--password x`, `API_KEY=…`, `Authorization: Bearer …`. All repetitions are bounded: the model chooses the text. */
const NAMED_SECRET =
  /(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|bearer)\w{0,20}["']?(?: ?= ?["']?|: ["']?|:["']| ["']?)[^\s"'$-][^\s"'$]{3}/i;

const PRIVATE_KEY = /-----BEGIN /;

const USER_AND_PASSWORD = /:\/\/[^\s/@:]{1,100}:[^\s/@]{1,100}@/;

const LONG_RUN = /[A-Za-z0-9+_-]{32,}/g;

/** Letters of both cases and several digits in one long word; a commit hash or a file name doesn't have that mix. */
function looksRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && (run.match(/\d/g) ?? []).length >= 4;
}
