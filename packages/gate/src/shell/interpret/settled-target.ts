import type { Word } from '../parse/parse-command-line.ts';
import type { Findings } from '../walk/findings.ts';

/**
 * The files a redirection may open, as far as the line itself tells: `f=.env; echo x > $f`. For what must not be opened alone; what
 * it opens in the end is known only when it runs. Worked out late, as for commands.
 */
export function settledTarget(target: Word, findings: Findings): () => readonly string[] {
  return () =>
    findings.overLimit ? [] : [...(findings.interpreter.targets.get(target) ?? [])].map(fromKnownPlace).filter(isPath);

  /** Not where a directory in it is unknown: `$DIR/x` may be anywhere. */
  function isPath(text: string): boolean {
    return text !== '' && !text.includes('$');
  }
}

function fromKnownPlace(text: string): string {
  return text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~').replace(/^\$(?:PWD|\{PWD\})(?=\/|$)/, '.');
}
