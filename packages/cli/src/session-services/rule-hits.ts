import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Rule } from '@caliban/gate';
import { type LoggedEntry, readAudit } from '@caliban/storage';
import { parseAuditLine, rulesOf } from '@caliban/storage/audit';
import { namesOfRule, ruleName } from '../log/rule-names.ts';

/** How many decisions used each rule, according to the last lines of the log. */
export type RuleHits = (rule: Rule) => number;

const MAX_LINES = 50_000;

export async function countHits(log: string): Promise<RuleHits> {
  return (await counted(log)).hitsOf;
}

/** Recounted when the log has changed; only new lines are read. For a log that can't be read all counts are zero. */
export function currentHits(log: string): () => Promise<RuleHits> {
  let last: Promise<Count> | null = null;
  return async () => {
    const before = await last?.catch(() => null);
    last = before === undefined || before === null ? counted(log) : moreThan(before, log);
    return last.then(
      ({ hitsOf }) => hitsOf,
      () => () => 0,
    );
  };
}

/** Changes with every line added to the log. */
export function logVersion(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino} ${found.size}`;
}

class Count {
  readonly #hits = new Map<string, number>();
  readonly ino: number;
  /** How much of the file has been counted. */
  size: number;

  constructor({ ino, size }: { readonly ino: number; readonly size: number }) {
    this.ino = ino;
    this.size = size;
  }

  add(entry: LoggedEntry): void {
    for (const name of new Set(rulesOf(entry).map(ruleName))) this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1);
  }

  readonly hitsOf: RuleHits = (rule) => namesOfRule(rule).reduce((sum, name) => sum + (this.#hits.get(name) ?? 0), 0);
}

async function counted(log: string): Promise<Count> {
  const { ino, size } = statSync(log, { throwIfNoEntry: false }) ?? { ino: 0, size: 0 };
  // A line added meanwhile may be counted twice, which is better than not at all.
  const count = new Count({ ino, size });
  for await (const { entry } of readAudit({ source: { log }, limit: { kind: 'tail', lines: MAX_LINES } })) {
    count.add(entry);
  }
  return count;
}

/** A file that was rotated, or has grown a lot, is read again from the start. */
async function moreThan(count: Count, log: string): Promise<Count> {
  const found = statSync(log, { throwIfNoEntry: false });
  if (found === undefined || found.ino !== count.ino || found.size < count.size) return counted(log);
  if (found.size - count.size > MAX_ADDED) return counted(log);
  const added = await textBetween(log, count.size, found.size);
  const end = added.lastIndexOf('\n') + 1;
  for (const text of added.slice(0, end).split('\n')) {
    const { line } = parseAuditLine(text);
    if (line !== null && 'entry' in line) count.add(line.entry);
  }
  count.size += Buffer.byteLength(added.slice(0, end));
  return count;
}

const MAX_ADDED = 8 * 1024 * 1024;

async function textBetween(file: string, from: number, to: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
