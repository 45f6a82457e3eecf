import type { LoadedText } from './loaded-text.ts';
import { type Finding, LineTable } from './places.ts';
import type { FileNotice } from './rule-file.ts';

/** From top to bottom; of very many only the first, since a file may hold millions. */
export async function placedFindings(
  findings: readonly Finding[],
  { text, syntax }: Pick<LoadedText, 'text' | 'syntax'>,
  file: string,
): Promise<readonly FileNotice[]> {
  if (findings.length === 0) return [];
  const locate = await syntax.locator(text);
  const lines = new LineTable(text);
  const notices = findings
    .slice(0, MOST_FINDINGS)
    .map(({ spot, message }) => ({ file, ...lines.placeOf(locate(spot)), message }))
    .sort((one, other) => one.line - other.line || one.column - other.column);
  const left = findings.length - notices.length;
  return left === 0 ? notices : [...notices, { file, message: `and ${left} more; correct these first` }];
}

const MOST_FINDINGS = 200;
