import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { timeLimit, untilAborted } from '@caliban/gate/signals';
import { type Search, SearchError } from './search.ts';

/** First and last line of a match, counted from 0. */
export type LineSpan = readonly [first: number, last: number];

const MAX_MATCH_MS = 5000;

/**
 * Runs a pattern that the model chose, and that may backtrack forever, in a thread that can be terminated. Rejects with a
 * `SearchError` if the pattern is invalid or too slow.
 */
export class Matcher {
  readonly #worker: Worker;
  /** On a busy machine starting the thread takes time, which isn't the pattern's fault. */
  readonly #started: Promise<unknown>;

  constructor({ pattern, ignoreCase, multiline }: Pick<Search, 'pattern' | 'ignoreCase' | 'multiline'>) {
    const { source, flags } = readPattern(pattern);
    const all = [...new Set(`${flags}${ignoreCase ? 'i' : ''}${multiline ? 'gms' : ''}`)].join('');
    this.#worker = new Worker(WORKER, { eval: true, workerData: { source, flags: all, multiline } });
    this.#worker.unref();
    this.#started = once(this.#worker, 'online');
    // An unhandled rejection would end the program; `spans` sees the error too.
    this.#started.catch(() => {});
    this.#worker.on('error', () => {});
  }

  async spans(text: string, signal: AbortSignal): Promise<readonly LineSpan[]> {
    this.#worker.ref();
    await untilAborted(this.#started, signal);
    const limit = AbortSignal.any([signal, timeLimit(MAX_MATCH_MS)]);
    this.#worker.postMessage(text);
    try {
      const [spans] = await once(this.#worker, 'message', { signal: limit });
      return spans as readonly LineSpan[];
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.aborted) throw error;
      throw new SearchError('the pattern takes too long on a file here; make it simpler');
    } finally {
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** `(?i)` and the like at the start, as in ripgrep. */
function readPattern(pattern: string): { source: string; flags: string } {
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  const flags = inline?.[1] ?? '';
  // With `u` there are more features, such as `\p{Letter}`, but stricter syntax: `\-` is an error.
  if (complaintAbout(source, 'u') === null) return { source, flags: `${flags}u` };
  const complaint = complaintAbout(source, '');
  if (complaint !== null) throw new SearchError(`the pattern is not a regular expression: ${complaint}`);
  return { source, flags };
}

function complaintAbout(source: string, flags: string): string | null {
  try {
    new RegExp(source, flags);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

// Text instead of a file, so that it also runs from a bundle.
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { source, flags, multiline } = workerData;
const regex = new RegExp(source, flags);
parentPort.on('message', (text) => parentPort.postMessage(multiline ? acrossLines(text) : lineByLine(text)));

function lineByLine(text) {
  const spans = [];
  const lines = text.split('\\n');
  if (lines.at(-1) === '') lines.pop();
  for (let at = 0; at < lines.length; at++) if (regex.test(lines[at].replace(/\\r$/, ''))) spans.push([at, at]);
  return spans;
}

function acrossLines(text) {
  const spans = [];
  let line = 0;
  let from = 0;
  const lineOf = (offset) => {
    for (let end = text.indexOf('\\n', from); end !== -1 && end < offset; end = text.indexOf('\\n', from)) {
      line++;
      from = end + 1;
    }
    return line;
  };
  for (const match of text.matchAll(regex)) {
    if (match.index === text.length && text.length > 0) break;
    const first = lineOf(match.index);
    spans.push([first, lineOf(Math.max(match.index, match.index + match[0].length - 1))]);
  }
  return spans;
}
`;
