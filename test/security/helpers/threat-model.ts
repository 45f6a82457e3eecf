import { readFileSync } from 'node:fs';

const DOCUMENT = new URL('../../../docs/threat-model.md', import.meta.url);

/** A link to a file, and the name of a test in it where one is given. */
export type Reference = { readonly file: string; readonly name: string | null };

export type CatalogueRow = { readonly id: string; readonly references: readonly Reference[] };

/** `[text](../path) › \`name\`` */
const REFERENCE = /\]\(\.\.\/([^)#]+)\)(?: › `([^`]+)`)?/g;

export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(REFERENCE)].map(([, file = '', name]) => ({ file, name: name ?? null }));
}

export function threatModel(): string {
  return readFileSync(DOCUMENT, 'utf8');
}

/** The rows of the table below a heading. */
export function tableBelow(heading: string): readonly CatalogueRow[] {
  const section = threatModel().split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => /^\| [A-Z]\d/.test(line))
    .flatMap((line) => idsOf(line).map((id) => ({ id, references: referencesIn(line) })));
}

/** `B1, B2` stand in the first cell. */
function idsOf(line: string): readonly string[] {
  return (line.split('|')[1] ?? '').split(',').map((id) => id.trim());
}
