import type { Findings } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { settleWord } from './settled-word.ts';

/**
 * The files a redirection may open, as far as the line itself tells: `f=.env; echo x > $f`. For what must not be opened alone; what
 * it opens in the end is known only when it runs. Worked out late, as for commands.
 */
export function settledTarget(target: Word, findings: Findings): () => readonly string[] {
  const told = findings.values.here(findings.repeats > 0);
  let settled: readonly string[] | null = null;
  return () => {
    // What the grammar gave up on must not be looked at again.
    settled ??= findings.overLimit ? [] : settleWord(target, told).texts.map(fromKnownPlace).filter(isPath);
    return settled;
  };

  /** Not where a directory in it is unknown: `$DIR/x` may be anywhere. */
  function isPath(text: string): boolean {
    return text !== '' && !text.includes('$') && told.spend(EACH);
  }
}

/** Each of them is looked up among the files: some hundreds in a line, no more. */
const EACH = 4096;

function fromKnownPlace(text: string): string {
  return text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~').replace(/^\$(?:PWD|\{PWD\})(?=\/|$)/, '.');
}
