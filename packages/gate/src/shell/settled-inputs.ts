import type { SettledTexts } from '../types/command-line.ts';
import type { Text } from './composed-text.ts';
import type { Findings } from './findings.ts';
import type { Word, WordPart } from './parse-command-line.ts';
import { isReplaced } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/**
 * What a here-string or a heredoc becomes, as far as the line itself tells: a `~` rule finds in `x=rm; bash <<< "$x y"` what it finds
 * in `bash <<< "rm y"`. Worked out late, as for commands.
 */
export function noteSettledInput(input: Text, findings: Findings): void {
  if (!isReplaced(input as Word)) return;
  const told = findings.values.here(findings.repeats > 0);
  findings.settledInputs.push(() =>
    linesOf(input).flatMap((line) => settleWord(line as Word, told, { expandsBraces: false }).texts),
  );
}

/** All of them, once the whole line is known. */
export function settledInputs(findings: Findings): () => SettledTexts {
  let settled: SettledTexts | null = null;
  return () => {
    settled ??= settleInputs(findings);
    return settled;
  };
}

function settleInputs({ settledInputs, values, overLimit }: Findings): SettledTexts {
  // What the grammar gave up on must not be looked at again.
  if (overLimit) return { texts: [], isPartial: false };
  const texts = settledInputs.flatMap((settle) => settle());
  return { texts, isPartial: values.isPartial };
}

/** Line by line: what variables may be in one of them does not multiply with what they may be in the others. */
function linesOf({ parts = [] }: Text): readonly Text[] {
  const lines: WordPart[][] = [[]];
  for (const part of parts) {
    const pieces = part.type === 'Literal' ? part.text.split(/(?<!\\)\n/) : [part];
    for (const [place, piece] of pieces.entries()) {
      if (place > 0) lines.push([]);
      lines.at(-1)?.push(typeof piece === 'string' ? ({ ...part, text: piece, value: piece } as WordPart) : piece);
    }
  }
  return lines
    .filter((line) => line.some(({ type }) => type !== 'Literal'))
    .map((line) => ({ text: line.map(({ text }) => text).join(''), parts: line }));
}
