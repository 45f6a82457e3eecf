import { globsMeet } from '@caliban/calls/globs';
import { GLOBSTAR, type PathAnchor, type PathSegment, type PathSegments, type PathToken } from '@caliban/calls/types';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { Rule } from '../types/rule.ts';
import type { ConfinementContext } from './confinement-types.ts';
import { tracksOf } from './matchers.ts';

/** A wildcard that closes paths. A sandbox that applies it itself covers files that appear later, too. */
export type ConfinedGlob = {
  readonly anchor: PathAnchor;
  /** Counted from the anchor: `*` and `?` inside a name, `**` for any number of names. */
  readonly glob: string;
  readonly access: 'read' | 'write';
  readonly rule: Rule;
};

const TOOLS = [
  ['Read', 'read'],
  ['Write', 'write'],
  ['Edit', 'write'],
] as const;

/** Only for rules without an earlier allow that opens a part of them: globs alone can't express that. */
export function confinedGlobs(rules: readonly Rule[], context: ConfinementContext): readonly ConfinedGlob[] {
  const found = new Map<string, ConfinedGlob>();
  for (const [tool, access] of TOOLS) {
    const open: PathSegments[] = [];
    for (const rule of rules) {
      if (rule.source.layer === 'builtin' || !matchesTool(rule.pattern.tool, tool)) continue;
      const spec = specFor(rule.pattern, tool);
      if (spec === null || (spec.fields.length > 0 && rule.action === 'allow')) continue;
      if (spec.argument?.kind !== 'path') {
        // Every path, or more than a glob can express.
        if (rule.action === 'allow') break;
        continue;
      }
      const { glob } = spec.argument;
      if (rule.action === 'allow') {
        open.push(...tracksOf(glob, context).map(({ segments }) => segments));
        continue;
      }
      const whole = tracksOf(glob, context).map(({ segments }) => segments);
      if (whole.some((one) => open.some((other) => globsMeet(other, one)))) continue;
      for (const segments of glob.alternatives) {
        const text = isSpeltOut(segments) ? null : globText(segments);
        if (text !== null)
          found.set(`${access} ${glob.anchor} ${text}`, { anchor: glob.anchor, glob: text, access, rule });
      }
    }
  }
  return [...found.values()];
}

/** Whether it names one path, possibly with everything below it. */
function isSpeltOut(segments: PathSegments): boolean {
  return segments.every(
    (segment, at) => typeof segment === 'string' || (segment === GLOBSTAR && at === segments.length - 1),
  );
}

/** Null if it uses something that not every glob syntax has. */
function globText(segments: PathSegments): string | null {
  const names = segments.map((segment) => (segment === GLOBSTAR ? '**' : nameText(segment)));
  return names.every((name) => name !== null) ? names.join('/') : null;
}

function nameText(segment: PathSegment): string | null {
  if (typeof segment === 'string') return plainText(segment);
  const pieces = segment.map(tokenText);
  return pieces.every((piece) => piece !== null) ? pieces.join('') : null;
}

function tokenText(token: PathToken): string | null {
  switch (token.kind) {
    case 'literal':
      return plainText(token.text);
    case 'star':
      return '*';
    case 'any':
      return '?';
    case 'class':
      return null;
  }
}

function plainText(text: string): string | null {
  return /[*?[\]{}\\!]/.test(text) ? null : text;
}
