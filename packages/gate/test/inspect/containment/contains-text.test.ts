import { anywhere, matchesText, parseTextGlob } from '@caliban/calls/globs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsText } from '../../../src/inspect/containment/contains-text.ts';
import { inclusion } from '../../../src/inspect/containment/inclusion.ts';
import { textNfa } from '../../../src/inspect/containment/text-nfa.ts';
import { accepts } from './accepts.ts';
import { everyText } from './every-text.ts';

const effort = () => ({ left: 1_000_000 });
const contains = (larger: string, smaller: string) =>
  containsText(parseTextGlob(larger), parseTextGlob(smaller), effort());

describe('containsText', () => {
  test.each([
    ['git *', 'git push *', 'yes'],
    ['git *', 'git*', 'no'],
    ['git *', 'git', 'no'],
    ['git*', 'git', 'yes'],
    ['*', 'anything ?*', 'yes'],
    ['?*', '*', 'no'],
    ['?*', '*?', 'yes'],
    ['*?', '?*', 'yes'],
    ['*a*b*', '*b*a*b', 'yes'],
    ['*a*b*', '*b*a*', 'no'],
    ['*ab*', '*a?b*', 'no'],
    ['*a?b*', '*axb*', 'yes'],
    ['a*c', 'ab*bc', 'yes'],
    ['a*a', 'a', 'no'],
    ['a*a', 'aa', 'yes'],
    ['??*', '*??', 'yes'],
    ['*??*', '?*?', 'yes'],
    ['git \\*', 'git *', 'no'],
    ['git *', 'git \\*', 'yes'],
    ['git ?', 'git 😀', 'yes'],
    ['git ??', 'git 😀', 'no'],
    ['a**b', 'a*b', 'yes'],
  ])('`%s` contains `%s`: %s', (larger, smaller, answer) => {
    expect(contains(larger, smaller)).toBe(answer);
  });

  test('a search that would not end is given up, not guessed', () => {
    const hard = `*a${'?'.repeat(40)}*`;
    expect(containsText(parseTextGlob(`${hard}b`), parseTextGlob(`*a${'?'.repeat(41)}*b`), { left: 1000 })).toBe(
      'unknown',
    );
  });

  test('half a character is not decided', () => {
    expect(contains('*\ud800*?', '*\ud800?*')).toBe('unknown');
  });
});

const texts = everyText('abc', 6);
const glob = fc
  .array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 5 })
  .map((characters) => parseTextGlob(characters.join('')));

describe('against every text of up to six characters', () => {
  test('the automaton accepts what the matcher matches', () => {
    fc.assert(
      fc.property(glob, (any) => {
        const nfa = textNfa(any);
        expect(texts.filter((text) => accepts(nfa, text))).toEqual(texts.filter((text) => matchesText(any, text)));
      }),
      { numRuns: 60 },
    );
  });

  test('containment agrees, and what exceeds is a witness', () => {
    fc.assert(
      fc.property(glob, fc.oneof(glob, glob.map(anywhere)), (smaller, larger) => {
        const outside = texts.filter((text) => matchesText(smaller, text) && !matchesText(larger, text));
        expect(containsText(larger, smaller, effort())).toBe(outside.length === 0 ? 'yes' : 'no');
        const answer = inclusion(textNfa(smaller), textNfa(larger), effort());
        if (answer.kind !== 'exceeded') return;
        expect([matchesText(smaller, answer.by), matchesText(larger, answer.by)]).toEqual([true, false]);
        expect(answer.by.length).toBe(outside[0]?.length);
      }),
      { numRuns: 600 },
    );
  });
});
