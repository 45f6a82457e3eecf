import { matchesText } from '../../text/text-glob.ts';
import type { TextGlob } from '../../types/glob.ts';
import { ALLOW, NO_RULE } from '../rule-index.ts';
import { packEntry } from './entry.ts';
import { GlobIndex } from './glob-index.ts';
import { textShape } from './glob-shape.ts';
import { LiteralTableBuilder } from './literal-table-builder.ts';

/** Globs over tool names, numbered in the order in which they come up. */
export class ToolGlobs {
  readonly #globs: TextGlob[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #builder = new LiteralTableBuilder();
  readonly #index = new GlobIndex(this.#builder, (number, name) => matchesText(this.#at(number), name));

  number(glob: TextGlob): number {
    const known = this.#numbers.get(glob.text);
    if (known !== undefined) return known;
    const number = this.#globs.push(glob) - 1;
    this.#numbers.set(glob.text, number);
    this.#index.add(textShape(glob), packEntry(number, ALLOW));
    return number;
  }

  finish(): void {
    this.#index.finish(this.#builder.finish());
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

  #at(number: number): TextGlob {
    return this.#globs[number] as TextGlob;
  }
}
