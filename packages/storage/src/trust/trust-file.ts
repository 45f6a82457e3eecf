import { statSync } from 'node:fs';
import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { isTable } from '../documents/table.ts';
import { readTextFile } from '../files/read-text-file.ts';
import type { FileNotice, ProjectRules } from '../rules/rule-file.ts';

/** An answer, and the content it is about. */
export type RememberedAnswer = {
  readonly fingerprint: string;
  readonly answer: ProjectRules;
  readonly at: string;
};

/** By workspace, newest answer first. */
export type TrustBook = ReadonlyMap<string, readonly RememberedAnswer[]>;

/** Without a file nothing is trusted. A file that can't be trusted itself is treated the same, and the notice says why. */
export function readTrustFile(file: string): Result<TrustBook, FileNotice> {
  const text = readTextFile(file);
  if (!text.ok) return fail({ file, ...text.error });
  if (text.value === null) return ok(new Map());
  if (isOpenToOthers(file)) return fail({ file, message: 'others can write it; take their right away, or remove it' });
  const book = parseBook(text.value);
  return book === null ? fail({ file, message: 'is not what caliban wrote; remove it and answer again' }) : ok(book);
}

export function formatTrustBook(book: TrustBook): string {
  return `${JSON.stringify({ version: VERSION, projects: Object.fromEntries(book) }, null, 2)}\n`;
}

const VERSION = 1;

function parseBook(text: string): TrustBook | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTable(document) || document.version !== VERSION || !isTable(document.projects)) return null;
  const projects = Object.entries(document.projects);
  const isWhole = projects.every((project): project is [string, RememberedAnswer[]] => {
    const answers = project[1];
    return Array.isArray(answers) && answers.every(isAnswer);
  });
  return isWhole ? new Map(projects as [string, RememberedAnswer[]][]) : null;
}

function isAnswer(value: unknown): value is RememberedAnswer {
  if (!isTable(value)) return false;
  const { fingerprint, answer, at } = value;
  return typeof fingerprint === 'string' && typeof at === 'string' && (answer === 'use' || answer === 'tighten-only');
}

/** Windows has no such mode bits. */
function isOpenToOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  const { mode, uid } = statSync(file);
  return (mode & 0o022) !== 0 || (uid !== process.getuid?.() && uid !== 0);
}
