import { matchesText, parseTextGlob } from '@caliban/calls/globs';
import type { TextGlob } from '@caliban/calls/types';
import { ALLOW, NO_RULE } from '../rule-index.ts';
import { GlobIndex } from './glob-index.ts';
import { GlobIndexBuilder } from './glob-index-builder.ts';
import { textShape } from './glob-shape.ts';
import type { ToolGlobsData } from './index-parts.ts';
import { packEntry } from './index-parts.ts';
import { LiteralTable } from './literals/literal-table.ts';
import { LiteralTableBuilder } from './literals/literal-table-builder.ts';

/** Each glob once, numbered in this order. */
export function toolGlobsData(globs: readonly TextGlob[]): ToolGlobsData {
  const literals = new LiteralTableBuilder();
  const builder = new GlobIndexBuilder(literals);
  for (const [number, glob] of globs.entries()) builder.add(textShape(glob), packEntry(number, ALLOW));
  const table = literals.finish();
  return { globs: globs.map(({ text }) => text), index: builder.finish(table), table };
}

/** Globs over tool names. */
export class ToolGlobs {
  readonly #index: GlobIndex;

  constructor({ globs, index, table }: ToolGlobsData) {
    const verify = (number: number, name: string) => matchesText(parseTextGlob(globs[number] as string), name);
    this.#index = new GlobIndex(index, new LiteralTable(table), verify);
  }

  /** The numbers of all globs that match, in order. */
  matching(name: string): readonly number[] {
    const found: number[] = [];
    this.#index.first(name, undefined, ALLOW, NO_RULE, (number) => {
      found.push(number);
      return false;
    });
    return found.sort((one, other) => one - other);
  }
}
