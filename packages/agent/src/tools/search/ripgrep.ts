import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { timeLimit } from '@caliban/gate/signals';
import { feed } from '../../sandbox/bubblewrap.ts';
import { type Launcher, UNCONFINED } from '../../sandbox/launch.ts';
import { linesOf } from '../../streams/lines-of.ts';
import { openVerifiedDirectory } from '../files/verified-file.ts';
import { readRipgrepLine } from './read-ripgrep-line.ts';
import {
  type FoundFile,
  type FoundLine,
  foundLine,
  MAX_FILE_BYTES,
  MAX_LINES_PER_FILE,
  MAX_SEARCH_MS,
  type Search,
  SearchError,
} from './search.ts';
import { type HasLine, verifiedLines } from './verified-lines.ts';
import { VERSION_CONTROL } from './walk-files.ts';

export type RipgrepSearch = {
  readonly program: string;
  readonly root: AbsolutePath;
  readonly search: Search;
  readonly signal: AbortSignal;
  readonly launcher?: Launcher | undefined;
};

/** Files below the root, ordered by path. Ending the iteration ends the program. */
export async function* searchWithRipgrep({
  program,
  root,
  search,
  signal,
  launcher = UNCONFINED,
}: RipgrepSearch): AsyncGenerator<FoundFile> {
  const directory = await openVerifiedDirectory(root);
  try {
    // The judged directory, even if its path means something else by now.
    const cwd = process.platform === 'linux' ? `/proc/${process.pid}/fd/${directory.handle.fd}` : root;
    const prepared = await launcher.prepare(
      { file: program, args: ripgrepArguments(search), cwd: root },
      { firstFeed: FIRST_FEED, endsWithStarter: true },
    );
    if (!prepared.ok) throw new SearchError(prepared.error);
    const launch = prepared.value;
    const feeds = launch.feeds.map(() => 'pipe' as const);
    const child = spawn(launch.file, launch.args, { cwd, env: {}, stdio: ['ignore', 'pipe', 'pipe', ...feeds] });
    child.once('close', launch.release).once('error', launch.release);
    feed(child, FIRST_FEED, launch.feeds);
    const limit = AbortSignal.any([signal, timeLimit(MAX_SEARCH_MS)]);
    const kill = () => child.kill('SIGKILL');
    limit.addEventListener('abort', kill, { once: true });
    try {
      const complaint = complaintOf(child);
      yield* filesFrom(child.stdout as Readable, root);
      signal.throwIfAborted();
      if (limit.aborted) throw new SearchError('the search takes too long; narrow `path`, `glob` or the pattern');
      const words = await complaint;
      if (words !== null) throw new SearchError(words);
    } finally {
      limit.removeEventListener('abort', kill);
      kill();
    }
  } finally {
    await directory.handle.close();
  }
}

const FIRST_FEED = 3;

function ripgrepArguments({ pattern, ignoreCase, multiline, before, after, wanted, glob, type }: Search): string[] {
  return [
    '--no-config',
    '--json',
    '--sort=path',
    '--hidden',
    '--no-require-git',
    '--no-ignore-global',
    '--no-messages',
    `--max-filesize=${MAX_FILE_BYTES}`,
    ...(ignoreCase ? ['--ignore-case'] : ['--case-sensitive']),
    ...(multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(wanted === 'files' ? ['--max-count=1'] : [`--before-context=${before}`, `--after-context=${after}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(glob === undefined ? [] : [`--glob=${glob}`]),
    // Last, because the last matching glob decides.
    ...VERSION_CONTROL.map((name) => `--glob=!${name}`),
    `--regexp=${pattern}`,
    '--',
    '.',
  ];
}

/**
 * Ripgrep opens files by path, and meanwhile a directory on the way may be replaced by a symlink. So a result is accepted only if
 * every line of it is in the file at that path.
 */
async function* filesFrom(output: Readable, root: AbsolutePath): AsyncGenerator<FoundFile> {
  let path: AbsolutePath | null = null;
  let hasLine: HasLine = () => false;
  let lines: FoundLine[] = [];
  let matches = 0;
  for await (const text of linesOf(output)) {
    const message = readRipgrepLine(text);
    switch (message?.kind) {
      case 'begin':
        // A name that isn't valid text can't be judged, so it isn't shown.
        path = message.path === null ? null : absolutePath(message.path, { base: root });
        if (path !== null) hasLine = await verifiedLines(path);
        lines = [];
        matches = 0;
        break;
      case 'lines':
        if (message.isMatch) matches += message.lines.length;
        for (const [index, line] of message.lines.entries()) {
          const number = message.number + index;
          if (path === null || !hasLine(number, line)) path = null;
          else if (lines.length < MAX_LINES_PER_FILE) lines.push(foundLine(number, line, message.isMatch));
        }
        break;
      case 'end':
        if (path !== null && matches > 0) yield { path, matches, lines };
        break;
    }
  }
}

/** Ripgrep's message if it couldn't search at all; single files that it couldn't open are ignored. */
function complaintOf(child: ChildProcess): Promise<string | null> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 2000) said += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 2 && said.trim() !== '' ? said.trim() : null));
  });
}
