import { isoTime } from '@caliban/calls/text';
import type { AuditEntry } from '@caliban/gate';
import { systemErrorText } from '../../files/system-error.ts';
import { answerLine } from '../line/answer-line.ts';
import { auditLine } from '../line/audit-line.ts';
import { compressArchives } from './compress-archives.ts';
import { compressNow } from './compress-now.ts';
import { LogFile } from './log-file.ts';

export type AuditLogOptions = {
  readonly file: string;
  /** The log is rotated at this size. */
  readonly maxBytes?: number;
  /** How many archives to keep; all of them by default. */
  readonly keep?: number;
  /** True: a call that can't be logged must not run, so recording throws. False: it warns once and continues. */
  readonly required: boolean;
  /** Caliban's version, for the log. */
  readonly version: string;
  readonly warn: (message: string) => void;
  readonly settleMs?: number;
  readonly now?: () => number;
};

export type AuditLog = {
  /** When it returns, the kernel has the line: it survives the death of this process. */
  readonly record: (entry: AuditEntry) => void;
  /** What the kernel denied a command that runs confined. Never throws, because the command has already run. */
  readonly recordBlocked: (blocked: BlockedCommand) => void;
  readonly close: () => void;
};

/** Identifies the call with the fields of its decision. */
export type BlockedCommand = Pick<AuditEntry, 'session_id' | 'tool_use_id' | 'host' | 'workspace' | 'tool_name'> & {
  readonly what: readonly string[];
};

/** The decision log can't be written, and the settings require it. */
export class AuditLogError extends Error {
  override readonly name = 'AuditLogError';
}

export function openAuditLog(options: AuditLogOptions): AuditLog {
  const { file, maxBytes = DEFAULT_MAX_BYTES, keep = Number.POSITIVE_INFINITY, required, version } = options;
  const { settleMs = DEFAULT_SETTLE_MS, now = Date.now } = options;
  const warnOnce = onceEach(options.warn);
  const housekeeping = new Housekeeping((signal) => compressArchives(file, { settleMs, signal }));
  let hasRotated = false;
  const log = new LogFile({
    file,
    maxBytes,
    keep,
    settleMs,
    now,
    onRotated: () => {
      hasRotated = true;
      housekeeping.scheduleIn(settleMs + 1_000);
    },
    onTrouble: (what, error) => warnOnce(`the decision log ${file} ${what}: ${systemErrorText(error)}`),
  });
  let isFirst = true;

  return {
    record(entry) {
      // A process that writes a single line doesn't live long enough to compress other processes' archives.
      if (!isFirst) housekeeping.scheduleIn(AFTER_START_MS);
      isFirst = false;
      try {
        log.append(auditLine(entry, version));
      } catch (error) {
        const trouble = `the decision log ${file} cannot be written: ${systemErrorText(error)}`;
        if (required) throw new AuditLogError(trouble, { cause: error });
        warnOnce(`${trouble}; calls continue unlogged`);
      }
    },
    recordBlocked({ what, ...call }) {
      try {
        const about = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
        const ts = isoTime(now());
        log.append(answerLine({ ts, event: 'blocked', tool_name: call.tool_name, ...about, blocked: what }, version));
      } catch (error) {
        warnOnce(`what was blocked can't be logged: ${systemErrorText(error)}`);
      }
    },
    close() {
      housekeeping.stop();
      log.close();
      // Otherwise archives would never be compressed when every process writes one line and ends.
      if (hasRotated) compressBeforeEnd(file, settleMs);
    },
  };
}

const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
const DEFAULT_SETTLE_MS = 60_000;
const AFTER_START_MS = 5_000;
const CLOSING_BUDGET_MS = 500;

/** An archive that couldn't be compressed is still an archive. */
function compressBeforeEnd(file: string, settleMs: number): void {
  try {
    compressNow(file, { settleMs, budgetMs: CLOSING_BUDGET_MS });
  } catch {
    // The next process that rotates tries again.
  }
}

/** Compresses archives that other processes left behind, while this process lives; never keeps it alive. */
class Housekeeping {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  /** Created with the first job: a process that writes a single line runs none. */
  #working: AbortController | null = null;
  #isStopped = false;

  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work;
  }

  scheduleIn(milliseconds: number): void {
    if (this.#timer !== null || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#working ??= new AbortController();
      // An archive that could not be compressed is still an archive.
      this.#work(this.#working.signal).catch(() => {});
    }, milliseconds).unref();
  }

  stop(): void {
    this.#isStopped = true;
    this.#working?.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

function onceEach(warn: (message: string) => void): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    warn(message);
  };
}
