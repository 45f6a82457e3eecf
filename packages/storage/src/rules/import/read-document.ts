import type { Result } from '@caliban/calls';
import { ok } from '@caliban/calls/types';
import { parseText } from '../../documents/parsed-text.ts';
import type { Path } from '../../documents/places.ts';
import type { Table } from '../../documents/table.ts';
import type { ImportFormat, ImportProblem } from './imported.ts';
import { type JsonNode, plainValue, readJsonc } from './jsonc.ts';

/** A file, parsed in its language. */
export type Document =
  | { readonly syntax: 'json'; readonly root: JsonNode }
  | { readonly syntax: 'toml'; readonly table: Table; readonly text: string }
  | { readonly syntax: 'starlark'; readonly text: string };

export function readDocument(
  text: string,
  { fileName, format }: { fileName: string; format: ImportFormat | 'auto' },
): Result<Document, ImportProblem> {
  switch (syntaxOf(text, { fileName, format })) {
    case 'json': {
      const root = readJsonc(text);
      return root.ok ? ok({ syntax: 'json', root: root.value }) : root;
    }
    case 'toml': {
      const table = readToml(text);
      return table.ok ? ok({ syntax: 'toml', table: table.value, text }) : table;
    }
    case 'starlark':
      return ok({ syntax: 'starlark', text });
  }
}

/** The document as plain data, for caliban's own forms. */
export function documentValue(document: Exclude<Document, { syntax: 'starlark' }>): unknown {
  return document.syntax === 'json' ? plainValue(document.root) : document.table;
}

/** The line of a value, as precisely as possible without a second parse. */
export function lineAt(document: Document, path: Path): number | undefined {
  switch (document.syntax) {
    case 'json':
      return jsonLine(document.root, path);
    case 'toml':
      return tomlLine(document.text, path);
    case 'starlark':
      return undefined;
  }
}

/** The lines of all `[[name]]` headers. A line inside a multi-line string may look like one; then none are returned. */
export function headerLines(text: string, name: string): readonly number[] {
  if (text.includes('"""') || text.includes("'''")) return [];
  const header = `[[${name}]]`;
  return text
    .split('\n')
    .flatMap((line, index) => (line.replaceAll(/[ \t]/g, '').startsWith(header) ? [index + 1] : []));
}

function tomlLine(text: string, path: Path): number | undefined {
  const place = path.findIndex((step) => typeof step === 'number');
  if (place === -1) return undefined;
  return headerLines(text, path.slice(0, place).join('.'))[path[place] as number];
}

/** A list may be a table header in TOML, or a document in JSON. */
function syntaxOf(
  text: string,
  { fileName, format }: { fileName: string; format: ImportFormat | 'auto' },
): Document['syntax'] {
  if (format === 'codex') return 'starlark';
  if (format === 'claude' || format === 'opencode') return 'json';
  if (
    format === 'auto' &&
    (/\.(?:rules|codexpolicy)$/.test(fileName) || /^(?:prefix_rule|network_rule)\s*\(/m.test(text))
  )
    return 'starlark';
  if (/\.jsonc?$/.test(fileName)) return 'json';
  if (/\.toml$/.test(fileName)) return 'toml';
  return /^\s*(?:\{|\/[/*]|\[\s*[{\]])/.test(text) ? 'json' : 'toml';
}

function readToml(text: string): Result<Table, ImportProblem> {
  const parsed = parseText(text);
  return parsed.ok ? ok(parsed.value.table) : parsed;
}

function jsonLine(root: JsonNode, path: Path): number {
  let node = root;
  for (const step of path) {
    const inner =
      node.kind === 'object'
        ? node.members.get(String(step))
        : node.kind === 'list'
          ? node.items[Number(step)]
          : undefined;
    if (inner === undefined) break;
    node = inner;
  }
  return node.line;
}
