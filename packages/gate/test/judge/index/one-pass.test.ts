import { expect, test } from 'vitest';
import { compileRules } from '../../../src/judge/rule-book.ts';
import { EVERY_ACTION, NO_RULE } from '../../../src/judge/rule-index.ts';
import { parsePattern } from '../../../src/pattern/parse-pattern.ts';
import type { Rule } from '../../../src/types/rule.ts';
import { createRandom, type Random } from '../random-rules.ts';

// Many starts and many long needles, so that both are looked for in one pass; few letters, so that much looks alike.

test('how a text starts and what it holds, found in one pass', () => {
  const found = { starts: 0, needles: 0, nothing: 0 };
  for (let seed = 1; seed <= 4000; seed++) {
    const random = createRandom(seed);
    const texts = Array.from({ length: 3 }, () => randomLetters(random, random.below(60)));
    const globs = shuffled(random, [
      ...Array.from({ length: 12 }, () => startOf(random, random.pick(texts))),
      ...Array.from({ length: 5 }, () => needleIn(random, random.pick(texts))),
    ]);
    const index = compileRules(globs.map(bashRule)).forTool('Bash');
    for (const text of [...texts, ...texts.map((text) => changed(random, text)), texts.join('')]) {
      const expected = globs.find((glob) => matches(glob, text));
      found[expected === undefined ? 'nothing' : expected.startsWith('~') ? 'needles' : 'starts']++;
      const position = index.firstText(text, {}, EVERY_ACTION, NO_RULE);
      expect([seed, text, globs[position]]).toEqual([seed, text, expected]);
    }
  }
  for (const times of Object.values(found)) expect(times).toBeGreaterThan(2000);
});

function randomLetters(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(['a', 'a', 'b', '-', 'é'])).join('');
}

/** Mostly an exact one, which goes along with the text and is not it. */
function startOf(random: Random, text: string): string {
  return `a${text.slice(1, 1 + random.below(44))}${random.chance(0.9) ? '' : '*'}`;
}

function needleIn(random: Random, text: string): string {
  const from = random.below(Math.max(1, text.length - 12));
  const needle = text.slice(from, from + 13 + random.below(8));
  return `~${needle}${random.chance(0.6) ? 'x' : ''}${needle.length < 13 ? randomLetters(random, 13) : ''}`;
}

function shuffled(random: Random, globs: readonly string[]): string[] {
  const rest = [...globs];
  return globs.map(() => rest.splice(random.below(rest.length), 1)[0] as string);
}

function changed(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(['x', '', 'aa']) + text.slice(at + random.below(2));
}

function bashRule(glob: string, line: number): Rule {
  const pattern = parsePattern(`Bash:${glob}`);
  if (!pattern.ok) throw new Error(`\`${glob}\`: ${pattern.error.message}`);
  return { pattern: pattern.value, action: 'deny', source: { layer: 'user', line } };
}

function matches(glob: string, text: string): boolean {
  if (glob.startsWith('~')) return text.includes(glob.slice(1));
  return glob.endsWith('*') ? text.startsWith(glob.slice(0, -1)) : text === glob;
}
