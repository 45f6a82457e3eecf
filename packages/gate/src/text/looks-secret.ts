/** Whether a text seems to hold a password, key or token. Wrong guesses only make a suggestion less exact. */
export function looksSecret(text: string): boolean {
  if ([NAMED_SECRET, KNOWN_TOKEN, USER_AND_PASSWORD].some((known) => known.test(text))) return true;
  return (text.match(LONG_RUN) ?? []).some(looksRandom);
}

/** `--password x`, `API_KEY=…`, `Authorization: Bearer …`. All repetitions are bounded: the model chooses the text. */
const NAMED_SECRET =
  /(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|bearer)\w{0,20}["']?(?: ?= ?["']?|: ["']?|:["']| ["']?)[^\s"'$-][^\s"'$]{3}/i;

const KNOWN_TOKEN =
  /\b(?:gh[pousr]_\w{20}|github_pat_\w{20}|glpat-[\w-]{16}|sk-[\w-]{16}|xox[abprs]-[\w-]{10}|AKIA[0-9A-Z]{12}|AIza[\w-]{30}|npm_\w{30}|eyJ[\w-]{10,400}\.[\w-]{10})|-----BEGIN /;

const USER_AND_PASSWORD = /:\/\/[^\s/@:]{1,100}:[^\s/@]{1,100}@/;

const LONG_RUN = /[A-Za-z0-9+_-]{32,}/g;

/** Letters of both cases and several digits in one long word; a commit hash or a file name has not that mix. */
function looksRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && (run.match(/\d/g) ?? []).length >= 4;
}
