import { appendFileSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PromptHistory } from '@caliban/agent/session';
import { makeDirectories } from '@caliban/storage/files';

const MAX_ENTRIES = 500;

/** Typed prompts of all sessions; only their owner may read the file. A history that can't be saved is kept in memory. */
export function promptHistory(file: string): PromptHistory {
  const entries = readEntries(file);
  return {
    get entries() {
      return entries;
    },
    add(prompt) {
      if (entries.at(-1) === prompt) return;
      entries.push(prompt);
      try {
        makeDirectories(dirname(file), { mode: 0o700 });
        appendFileSync(file, `${JSON.stringify(prompt)}\n`, { mode: 0o600 });
      } catch {}
    },
  };
}

function readEntries(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(entryOf).slice(-MAX_ENTRIES);
  } catch {
    return [];
  }
}

function entryOf(line: string): string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' ? [entry] : [];
  } catch {
    return [];
  }
}
