import type { PathGlob, PathSegment, PathSegments, PathToken } from '@caliban/calls/types';
import type { Action } from '@caliban/gate';
import type { Saying } from './claude-saying.ts';
import { inParens } from './claude-text.ts';
import type { Siblings } from './siblings.ts';

type PathRule = { readonly tool: string; readonly glob: PathGlob; readonly spec: string; readonly action: Action };

/** Claude Code has two kinds of file rules: `Read` for everything that reads, `Edit` for everything that writes. */
export function claudePaths({ tool, glob, spec, action }: PathRule, siblings: Siblings): Saying {
  const has = (name: string) => siblings.has(action, name, spec);
  const family =
    READERS.includes(tool) || (action === 'deny' && tool !== 'NotebookEdit' && has('Read')) ? 'Read' : 'Edit';
  const rules = [...new Set(gitignores(glob).map((text) => inParens(family, text)))];
  const covered = family === 'Edit' ? EDITORS : action === 'deny' ? [...READERS, 'Edit', 'Write'] : READERS;
  const missing = covered.filter((name) => !has(name));
  if (missing.length === 0) return { kind: 'exact', rules };
  const why = `there it also applies to ${missing.join(', ')}`;
  // Searching a readable file does no more harm than reading it.
  return { kind: action === 'allow' && tool === 'Read' ? 'wider' : 'broader', rules, why };
}

const READERS: readonly string[] = ['Read', 'Grep', 'Glob'];
const EDITORS: readonly string[] = ['Edit', 'Write', 'NotebookEdit'];

/** The alternatives of a path glob as lines of a .gitignore, where a path includes everything below it. */
function gitignores({ anchor, alternatives }: PathGlob): readonly string[] {
  const written = alternatives.map((segments) => ({ segments, text: ANCHORS[anchor] + gitignore(segments) }));
  const texts = new Set(written.map(({ text }) => text));
  return written.filter(({ text }) => !text.endsWith('/**') || !texts.has(text.slice(0, -3))).map(({ text }) => text);
}

const ANCHORS = { root: '//', home: '~/', workspace: '/' } as const;

function gitignore(segments: PathSegments): string {
  // The only symbol among segments is `**`.
  return segments.map((segment) => (typeof segment === 'symbol' ? '**' : segmentText(segment))).join('/');
}

function segmentText(segment: PathSegment): string {
  return typeof segment === 'string' ? escaped(segment) : segment.map(tokenText).join('');
}

function tokenText(token: PathToken): string {
  switch (token.kind) {
    case 'star':
      return '*';
    case 'any':
      return '?';
    case 'literal':
      return escaped(token.text);
    case 'class':
      return `[${token.negated ? '!' : ''}${token.ranges.map(rangeText).join('')}]`;
  }
}

function rangeText([low, high]: readonly [number, number]): string {
  const [first, last] = [low, high].map((code) => String.fromCodePoint(code).replace(/[\]\\!^-]/, '\\$&'));
  return low === high ? `${first}` : `${first}-${last}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, '\\$&');
}
