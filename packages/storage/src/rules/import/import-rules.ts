import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { countComments } from '../../documents/count-comments.ts';
import { readCaliban } from './caliban.ts';
import { readClaude } from './claude.ts';
import { readCodex } from './codex.ts';
import { detectFormat } from './detect-format.ts';
import { readGemini } from './gemini.ts';
import { readGeminiSettings } from './gemini-settings.ts';
import {
  IMPORT_FORMATS,
  type Imported,
  type ImportedRule,
  type ImportFormat,
  type ImportProblem,
  type NotCarriedOver,
} from './imported.ts';
import { inOrder } from './in-order.ts';
import { readOpencode } from './opencode.ts';
import { type Document, documentValue, headerLines, lineAt, readDocument } from './read-document.ts';
import type { Reading } from './reading.ts';

export type ImportOptions = {
  readonly format: ImportFormat | 'auto';
  /** For messages, and for detecting the format. */
  readonly fileName: string;
  /** The base of `/path` in Claude Code's settings, if not the workspace: `~/.claude` for the user's own file. */
  readonly settingsDirectory?: string;
};

const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Converts rules of another agent, or of an older caliban, to rules of ours that decide the same; lists what couldn't be carried
 * over.
 */
export function importRules(text: string, options: ImportOptions): Result<Imported, ImportProblem> {
  if (text.length > MAX_CHARACTERS) return fail({ message: 'the file is larger than 16 MiB; no policy is' });
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const document = readDocument(source, options);
  if (!document.ok) return document;
  const format = options.format === 'auto' ? detectFormat(document.value, options.fileName) : options.format;
  if (format === null) {
    return fail({ message: `it is not clear which agent the file is from; say --format ${FORMATS_TO_NAME}` });
  }
  const reading = readAs(format, document.value, options);
  if (!reading.ok) return reading;
  const notices = [...reading.value.notices, ...noticesAbout(source, format, options)];
  const notCarriedOver = [
    ...reading.value.notCarriedOver,
    ...(format === 'caliban' ? lostComments(document.value) : []),
  ];
  return ok(imported(format, { ...reading.value, notCarriedOver, notices }));
}

function lostComments(document: Document): readonly NotCarriedOver[] {
  const count = document.syntax === 'toml' ? countComments(document.text) : 0;
  if (count === 0) return [];
  const why = 'text after a `#` is not part of a rule; it stays in that file';
  return [{ what: count === 1 ? 'one comment' : `${count} comments`, why }];
}

const FORMATS_TO_NAME = `${IMPORT_FORMATS.slice(0, -1).join(', ')} or ${IMPORT_FORMATS.at(-1)}`;

function readAs(
  format: ImportFormat,
  document: Document,
  { settingsDirectory }: ImportOptions,
): Result<Reading, ImportProblem> {
  switch (format) {
    case 'claude':
      return document.syntax === 'json' ? ok(readClaude(document.root, { settingsDirectory })) : notThat(format);
    case 'opencode':
      return document.syntax === 'json' ? ok(readOpencode(document.root)) : notThat(format);
    case 'codex':
      return document.syntax === 'starlark' ? readCodex(document.text) : notThat(format);
    case 'gemini':
      if (document.syntax === 'json') return ok(readGeminiSettings(document.root));
      return document.syntax === 'toml'
        ? ok(readGemini(document.table, headerLines(document.text, 'rule')))
        : notThat(format);
    case 'caliban':
      return document.syntax === 'starlark'
        ? notThat(format)
        : readCaliban(documentValue(document), (path) => lineAt(document, path));
  }
}

function notThat(format: ImportFormat): Result<Reading, ImportProblem> {
  return fail({ message: `the file is not written as ${format} writes its rules` });
}

function noticesAbout(
  text: string,
  format: ImportFormat,
  { format: asked, fileName }: ImportOptions,
): readonly string[] {
  const guessed = asked === 'auto' && format === 'claude' && !fileName.includes('.claude');
  return [...(guessed ? [GUESSED] : []), ...(text.includes('\ufffd') ? [BROKEN_TEXT] : [])];
}

const GUESSED = "read as settings of Claude Code; say --format caliban if they are caliban's";
const BROKEN_TEXT = 'the file has bytes that are not text; look at the rules that show \ufffd';

function imported(format: ImportFormat, reading: Reading): Imported {
  const rules = inOrder(reading.rules);
  return {
    format,
    rules: format === 'caliban' ? rules : withoutRepeats(rules),
    notCarriedOver: reading.notCarriedOver,
    notices: reading.notices,
    ...(reading.defaultMode === undefined ? {} : { defaultMode: reading.defaultMode }),
  };
}

/** Two foreign rules may translate to the same rule. */
function withoutRepeats(rules: readonly ImportedRule[]): readonly ImportedRule[] {
  const seen = new Set<string>();
  return rules.filter(({ pattern, action }) => {
    const key = `${action} ${pattern}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
