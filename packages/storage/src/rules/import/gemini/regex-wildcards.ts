import { literal, ONE, RUN, tidy, type Wildcard, type WildcardPart } from '../patterns/wildcard.ts';
import type { RegexNode, RegexSequence } from './parse-regex.ts';

/** `within`: only texts that the regex matches. `covering`: every text it matches, and possibly more. */
export type RegexReading = 'within' | 'covering';

/** A wildcard made from a regex; nothing may follow `END`. */
export type RegexWildcard = readonly (WildcardPart | typeof END)[];

export const END = { kind: 'end' } as const;

/** Without its end markers. */
export function withoutEnds(wildcard: RegexWildcard): Wildcard {
  return tidy(wildcard.filter((part) => part.kind !== 'end'));
}

export type RegexWildcards = { readonly wildcards: readonly RegexWildcard[]; readonly exact: boolean };

const MAX_ALTERNATIVES = 64;
const MAX_STEPS = 4096;

/** A regex as a few wildcards, any of which may match; null if that isn't possible. */
export function regexWildcards(options: readonly RegexSequence[], reading: RegexReading): RegexWildcards | null {
  const expansion = new Expansion(reading);
  const wildcards = expansion.options(options);
  return wildcards === null ? null : { wildcards, exact: expansion.exact };
}

class Expansion {
  exact = true;
  readonly #reading: RegexReading;
  #steps = 0;

  constructor(reading: RegexReading) {
    this.#reading = reading;
  }

  options(options: readonly RegexSequence[]): readonly RegexWildcard[] | null {
    const all: RegexWildcard[] = [];
    for (const option of options) {
      const wildcards = this.#sequence(option);
      if (wildcards === null || all.length + wildcards.length > MAX_ALTERNATIVES) return null;
      all.push(...wildcards);
    }
    return all;
  }

  #sequence(nodes: RegexSequence): readonly RegexWildcard[] | null {
    let starts: readonly RegexWildcard[] = [[]];
    for (const node of nodes) {
      const endings = this.#node(node);
      if (endings === null || starts.length * endings.length > MAX_ALTERNATIVES) return null;
      starts = starts.flatMap((start) => endings.map((ending) => [...start, ...ending]));
    }
    return starts;
  }

  #node(node: RegexNode): readonly RegexWildcard[] | null {
    // Repetitions inside repetitions multiply.
    if (++this.#steps > MAX_STEPS) return null;
    switch (node.kind) {
      case 'character':
        return [[literal(node.text)]];
      case 'any':
        return [[ONE]];
      case 'blank':
        return [[literal(' ')]];
      case 'one-of':
        return node.characters?.map((character) => [literal(character)]) ?? this.#otherwise([[ONE]]);
      case 'boundary':
        return this.#boundary();
      case 'start':
        return null;
      case 'end':
        return this.#otherwise([[END]]);
      case 'look-around':
        return this.#otherwise([[]]);
      case 'choice':
        return this.options(node.options);
      case 'repeat':
        return this.#repeat(node);
    }
  }

  /** A word boundary: of what may follow it, an allow accepts only a blank or the end. */
  #boundary(): readonly RegexWildcard[] {
    this.exact = false;
    return this.#reading === 'covering' ? [[]] : [[END], [literal(' ')]];
  }

  #repeat({ of, least, most }: Extract<RegexNode, { kind: 'repeat' }>): readonly RegexWildcard[] | null {
    if (of.kind === 'any' && most === Number.POSITIVE_INFINITY && least <= 8) {
      return [[...Array<WildcardPart>(least).fill(ONE), RUN]];
    }
    // Several blanks between words are treated as one.
    if (of.kind === 'blank') return least === 0 ? [[], [literal(' ')]] : [[literal(' ')]];
    const once = this.#node(of);
    if (once === null) return this.#otherwise([[RUN]]);
    if (least === 0 && most === 1) return [[], ...once];
    if (least === most && least <= 8) return this.#sequence(Array<RegexNode>(least).fill(of));
    return this.#otherwise(least === 0 ? [[RUN]] : once.map((wildcard) => [...wildcard, RUN]));
  }

  #otherwise(covering: readonly RegexWildcard[]): readonly RegexWildcard[] | null {
    this.exact = false;
    return this.#reading === 'covering' ? covering : null;
  }
}
