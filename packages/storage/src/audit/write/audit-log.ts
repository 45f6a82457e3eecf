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
  /** Rotated when it has grown to this. */
  readonly maxBytes?: number;
  /** How many archives stay; all of them where it is not given. */
  readonly keep?: number;
  /** What cannot be logged must not run: recording throws. Otherwise it warns once and goes on. */
  readonly required: boolean;
  /** Of caliban, for the log. */
  readonly version: string;
  readonly warn: (message: string) => void;
  readonly settleMs?: number;
  readonly now?: () => number;
};

export type AuditLog = {
  /** When it returns, the line is in the hands of the system: it survives the death of this process. */
  readonly record: (entry: AuditEntry) => void;
  /** What the kernel kept from a command that runs confined. Never throws: the command has run. */
  readonly recordBlocked: (blocked: BlockedCommand) => void;
  readonly close: () => void;
};

/** Which call it was, as its decision says it. */
export type BlockedCommand = Pick<AuditEntry, 'session_id' | 'tool_use_id' | 'host' | 'workspace' | 'tool_name'> & {
  readonly what: readonly string[];
};

/** The decision log could not be written, and it has to be. */
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
      // A process that lives for one line has no time for others' archives.
      if (!isFirst) housekeeping.scheduleIn(AFTER_START_MS);
      isFirst = false;
      try {
        log.append(auditLine(entry, version));
      } catch (error) {
        const trouble = `the decision log ${file} cannot be written: ${systemErrorText(error)}`;
        if (required) throw new AuditLogError(trouble, { cause: error });
        warnOnce(`${trouble}; calls go on unlogged`);
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
      // Processes that live for one line only would leave every archive as it is.
      if (hasRotated) compressBeforeEnd(file, settleMs);
    },
  };
}

const DEFAULT_MAX_BYTES = 100 * 1024 * 1024;
const DEFAULT_SETTLE_MS = 60_000;
const AFTER_START_MS = 5_000;
const CLOSING_BUDGET_MS = 500;

/** An archive that could not be compressed is still an archive. */
function compressBeforeEnd(file: string, settleMs: number): void {
  try {
    compressNow(file, { settleMs, budgetMs: CLOSING_BUDGET_MS });
  } catch {
    // The next process that rotates tries again.
  }
}

/** Compresses what others left behind, while the process lives; never keeps it alive. */
class Housekeeping {
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  /** Made with the first work: a process that lives for one line does none. */
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
