import { type FileNotice, formatNotice } from '@caliban/storage';
import type { Terminal } from '../process/terminal.ts';

/** A file may be read twice, for different purposes. */
export function withoutRepeats(notices: readonly FileNotice[]): readonly FileNotice[] {
  return [...new Map(notices.map((notice) => [formatNotice(notice), notice])).values()];
}

/** On stderr, so that output for programs stays clean. */
export function printWarnings(warnings: readonly FileNotice[], terminal: Terminal): void {
  for (const warning of warnings) terminal.err(`warning: ${formatNotice(warning)}\n`);
}
