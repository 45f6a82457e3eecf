import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { nearestLine } from './nearest-line.ts';

export type TextEdit = {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
};

export type EditedText = { readonly text: string; readonly replacements: number };

/** What an edit must know of the file besides its text. */
export type EditedFile = {
  /** Its lines may be shown to the model. */
  readonly mayQuote: boolean;
  /** On disk; in the text it is always `\n`. */
  readonly lineEnd: '\n' | '\r\n';
};

/** In order, each on what the one before it left; all or nothing. */
export function applyEdits(text: string, edits: readonly TextEdit[], file: EditedFile): Result<EditedText, string> {
  let edited: EditedText = { text, replacements: 0 };
  for (const [index, edit] of edits.entries()) {
    const result = applyEdit(edited.text, edit, file);
    if (!result.ok) return edits.length === 1 ? result : fail(`edit ${index + 1} of ${edits.length}: ${result.error}`);
    edited = { text: result.value.text, replacements: edited.replacements + result.value.replacements };
  }
  return ok(edited);
}

function applyEdit(text: string, edit: TextEdit, file: EditedFile): Result<EditedText, string> {
  const [sought, put] = [fitted(edit.old_string, file), fitted(edit.new_string, file)];
  if (sought === put) return fail('`old_string` and `new_string` are the same; there is nothing to change');
  const { count, lines } = occurrences(text, sought);
  if (count === 0) {
    const hint = file.mayQuote ? nearestLine(text, sought) : null;
    return fail(`\`old_string\` does not occur in the file${hint === null ? '' : `; ${hint}`}`);
  }
  if (count > 1 && edit.replace_all !== true) {
    const where = `line ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
    return fail(
      `\`old_string\` occurs ${count} times (${where}); add surrounding lines to make it unique, or set \`replace_all\``,
    );
  }
  // A function, because `$&` in a text would mean something.
  return ok({ text: text.replaceAll(sought, () => put), replacements: count });
}

function fitted(string: string, { lineEnd }: EditedFile): string {
  return lineEnd === '\n' ? string : string.replaceAll('\r\n', '\n');
}

const MOST_LINES = 10;

/** How often it occurs, and on which lines it starts the first few times. */
function occurrences(text: string, sought: string): { count: number; lines: readonly number[] } {
  const lines: number[] = [];
  let [count, line, seen] = [0, 1, 0];
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    if (count++ >= MOST_LINES) continue;
    line += text.slice(seen, at).split('\n').length - 1;
    seen = at;
    lines.push(line);
  }
  return { count, lines };
}
