import type { LooksAt } from '@caliban/gate/internal/judge/candidates';
import { textShape, unproven } from '@caliban/gate/internal/judge/index/glob-shape';
import { pathShape } from '@caliban/gate/internal/judge/index/path-shape';
import { commandGlobs } from '@caliban/gate/internal/pattern/command-globs';
import { foldPathGlob } from '@caliban/gate/internal/text/fold-path-glob';
import type { Spec } from '@caliban/gate/internal/types/pattern';
import { FEWEST_HELD, START_LENGTHS } from './shelf.ts';

/** Where a rule that names its tool belongs. */
export type Place = {
  readonly looksAt: LooksAt | FieldName;
  /** What every match has in common; a rule with several of these stands in several boxes. */
  readonly marks: readonly Mark[];
};

export type Mark =
  | { readonly kind: 'starts'; readonly text: string }
  | { readonly kind: 'holds'; readonly text: string }
  | { readonly kind: 'anything' };

/** Null for a rule about every call of its tool. */
export function placeOf({ argument, fields }: Spec, { foldPaths }: { readonly foldPaths: boolean }): Place | null {
  if (argument === null) return fields.length === 0 ? null : fieldPlace(fields);
  switch (argument.kind) {
    case 'text':
      return {
        looksAt: 'command',
        marks: commandGlobs(argument).map((glob) => mark(textShape(glob))),
      };
    case 'path': {
      const { anchor, alternatives } = foldPaths ? foldPathGlob(argument.glob) : argument.glob;
      return { looksAt: anchor, marks: alternatives.map((segments) => mark(pathShape(segments))) };
    }
    case 'url':
      return { looksAt: 'url', marks: argument.glob.loose.map((loose) => mark(textShape(loose))) };
    case 'class':
      throw new Error('a rule about a class is in no box');
  }
}

/** A field by the way into the input. */
type FieldName = `field:${string}`;

function fieldName(keys: readonly string[]): FieldName {
  return `field:${keys.join('.')}`;
}

export function fieldKeys(looksAt: string): readonly string[] | null {
  return looksAt.startsWith('field:') ? looksAt.slice('field:'.length).split('.') : null;
}

/** The field that tells most: a box is chosen by one of them, and the rule then tries them all. */
function fieldPlace(fields: Spec['fields']): Place {
  const marked = fields.map(({ keys, glob }) => ({ keys, mark: mark(textShape(glob)) }));
  const [best] = marked.sort((one, other) => weight(other.mark) - weight(one.mark));
  if (best === undefined) throw new Error('a field rule asks for at least one field');
  return { looksAt: fieldName(best.keys), marks: [best.mark] };
}

function mark(shape: Parameters<typeof unproven>[0]): Mark {
  const { head, inner, tail } = unproven(shape);
  if (head.length >= (START_LENGTHS[0] as number)) return { kind: 'starts', text: head };
  const held = inner.length >= tail.length ? inner : tail;
  return held.length >= FEWEST_HELD ? { kind: 'holds', text: held } : { kind: 'anything' };
}

function weight(mark: Mark): number {
  switch (mark.kind) {
    case 'starts':
      return 1000 + mark.text.length;
    case 'holds':
      return mark.text.length;
    case 'anything':
      return 0;
  }
}
