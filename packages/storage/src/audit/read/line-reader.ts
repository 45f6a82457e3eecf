import type { CompiledFilter } from './audit-filter.ts';
import type { LogLine } from './join-answers.ts';
import { parseAuditLine } from './logged-entry.ts';

/** A line that isn't ours, a partial line, or a broken archive. */
export type Unreadable = { readonly file: string; readonly problem: string };

export type LineReader = {
  /** Parses the lines that match. */
  readonly read: (texts: readonly string[], file: string) => readonly LogLine[];
  readonly report: (what: Unreadable) => void;
};

export function createLineReader(filter: CompiledFilter, report: (what: Unreadable) => void): LineReader {
  return {
    report,
    read(texts, file) {
      const lines: LogLine[] = [];
      for (const text of texts) {
        if (text === '' || !filter.mayMatch(text)) continue;
        const { line, isWhole } = parseAuditLine(text);
        if (!isWhole) report({ file, problem: 'not a whole line of the log' });
        if (line === null) continue;
        if ('answered' in line ? filter.mayAnswer(line.answered) : filter.matches(line.entry)) lines.push(line);
      }
      return lines;
    },
  };
}
