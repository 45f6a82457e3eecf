import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { MAX_EDITED_BYTES } from '../files/text-file.ts';
import { findOccurrences } from './find-occurrences.ts';
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

/** Applied in order, each to the result of the previous one; all or nothing. Bounded in time and memory for any edits. */
export function applyEdits(text: string, edits: readonly TextEdit[], file: EditedFile): Result<EditedText, string> {
  let edited: EditedText = { text, replacements: 0 };
  let lookedThrough = 0;
  for (const [index, edit] of edits.entries()) {
    lookedThrough += edited.text.length;
    const result = lookedThrough > MAX_SEARCHED_CHARS ? fail(TOO_MANY_EDITS) : applyEdit(edited, edit, file);
    if (!result.ok) return edits.length === 1 ? result : fail(`edit ${index + 1} of ${edits.length}: ${result.error}`);
    edited = result.value;
  }
  return ok(edited);
}

const MAX_SEARCHED_CHARS = 25_000_000;
const TOO_MANY_EDITS = 'these are too many edits of so long a text for one call; make fewer at a time';
const MAX_REPLACEMENTS = 1_000_000;

function applyEdit({ text, replacements }: EditedText, edit: TextEdit, file: EditedFile): Result<EditedText, string> {
  const [sought, put] = [fitted(edit.old_string, file), fitted(edit.new_string, file)];
  if (sought === put) return fail('`old_string` and `new_string` are the same; there is nothing to change');
  const most = MAX_REPLACEMENTS - replacements;
  const places = findOccurrences(text, sought, { most: most + 1 });
  if (places.length === 0) {
    const hint = file.mayQuote ? nearestLine(text, sought) : null;
    return fail(`\`old_string\` does not occur in the file${hint === null ? '' : `; ${hint}`}`);
  }
  if (places.length > most) {
    return fail(`that is more than the ${MAX_REPLACEMENTS} replacements that are made in one call; use a command`);
  }
  if (places.length > 1 && edit.replace_all !== true) {
    return fail(
      `\`old_string\` occurs ${places.length} times (${linesAt(places, text)}); ` +
        'add surrounding lines to make it unique, or set `replace_all`',
    );
  }
  const bytes = Buffer.byteLength(text) + places.length * (Buffer.byteLength(put) - Buffer.byteLength(sought));
  if (bytes > MAX_EDITED_BYTES) {
    return fail(`the file would be ${bytes} bytes long, and ${MAX_EDITED_BYTES} is the most; use a command`);
  }
  return ok({
    text: replacedAt(places, text, { length: sought.length, put }),
    replacements: replacements + places.length,
  });
}

function fitted(string: string, { lineEnd }: EditedFile): string {
  return lineEnd === '\n' ? string : string.replaceAll('\r\n', '\n');
}

const MAX_LINES = 10;

function linesAt(places: readonly number[], text: string): string {
  const lines: number[] = [];
  let [line, seen] = [1, 0];
  for (const place of places.slice(0, MAX_LINES)) {
    line += text.slice(seen, place).split('\n').length - 1;
    seen = place;
    lines.push(line);
  }
  return `line ${lines.join(', ')}${places.length > lines.length ? ', …' : ''}`;
}

function replacedAt(places: readonly number[], text: string, { length, put }: { length: number; put: string }): string {
  const pieces: string[] = [];
  let from = 0;
  for (const place of places) {
    pieces.push(text.slice(from, place));
    from = place + length;
  }
  pieces.push(text.slice(from));
  return pieces.join(put);
}
