import type { ListClass } from '../../classify/list-class.ts';
import { type RunCommand, runCommands } from './run-commands.ts';

const LOCAL_HOSTS = ['localhost', '*.localhost', '127.0.0.1', '[::1]', '0.0.0.0', 'host.docker.internal'];

export const PLAIN_HTTP: ListClass = {
  name: 'plain-http',
  why: 'fetches over plain http, where anybody on the way can read and change it',
  patterns: ['WebFetch:http://*'],
  spares: LOCAL_HOSTS.flatMap((host) => ['', '/*', ':*'].map((rest) => `WebFetch:http://${host}${rest}`)),
  recognises: (call) => runCommands(call).some(fetchesPlainly),
};

const FETCHERS =
  /^(?:curl|wget|wget2|aria2c|axel|https?|xh|xhs|httpie|fetch|lynx|links|w3m|pip[\d.]*|uv|npm|npx|pnpm|yarn|bun|gem|cargo|go|git|apt|apt-get|brew|ftp|lftp|Invoke-WebRequest|iwr)$/;

/** A url is a word of its own or the value of an option; in the middle of a text it is only mentioned. */
function fetchesPlainly({ program, args }: RunCommand): boolean {
  return FETCHERS.test(program) && args.some((word) => isRemote(word.replace(/^--?[\w-]+=/, '')));
}

function isRemote(url: string): boolean {
  return /^['"]?http:\/\//i.test(url) && !LOCAL.test(url);
}

const LOCAL =
  /^['"]?http:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)\.?(?::\d+)?(?:[/?#'"]|$)/i;
