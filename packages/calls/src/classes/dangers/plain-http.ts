import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';

export const PLAIN_HTTP: Danger = {
  name: 'plain-http',
  why: 'fetches over plain http, where anybody on the way can read and change it',
  class: 'plain-http',
  command: fetchesPlainly,
  url: isRemote,
};

const FETCHERS =
  /^(?:curl|wget|wget2|aria2c|axel|https?|xh|xhs|httpie|fetch|lynx|links|w3m|pip[\d.]*|uv|npm|npx|pnpm|yarn|bun|gem|cargo|go|git|apt|apt-get|brew|ftp|lftp|Invoke-WebRequest|iwr)$/;

/** A URL is a separate word or the value of an option; in the middle of a text it is only mentioned. */
function fetchesPlainly({ program, args }: RunCommand): boolean {
  return FETCHERS.test(program) && args.some((word) => isRemote(word.replace(/^--?[\w-]+=/, '')));
}

function isRemote(url: string): boolean {
  return /^['"]?http:\/\//i.test(url) && !LOCAL.test(url);
}

const LOCAL =
  /^['"]?http:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)\.?(?::\d+)?(?:[/?#'"]|$)/i;
