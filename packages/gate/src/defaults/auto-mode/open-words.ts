import { splitWords } from '../../classify/split-words.ts';

/** The words of a command, with a `$` or a backtick left in them only where the shell puts something else in its place. */
export function openWords(text: string): readonly string[] {
  return splitWords(text.replaceAll(PIECES, withoutInertMarks)).words;
}

const PIECES = /\$?'[^']*'|\$?"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]/g;

function withoutInertMarks(piece: string): string {
  const quoted = piece.replace(/^\$(?=['"])/, '');
  return quoted.startsWith("'") ? quoted.replaceAll(/[$`]/g, '') : quoted.replaceAll(/\\[$`]/g, '');
}
