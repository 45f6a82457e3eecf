import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyseCommandLine } from '../../src/shell/analyse-command-line.ts';
import { anywhere, matchesText, parseTextGlob } from '../../src/text/text-glob.ts';
import type { CommandLine, Unit } from '../../src/types/command-line.ts';

type Case = {
  readonly id: string;
  readonly rules: readonly { readonly pattern: string; readonly action: string }[];
  readonly input: { readonly command: string };
  readonly must: 'allow' | 'not-allow' | 'deny';
};

const file = new URL('../../../../conformance/cases/bypass.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Case[] };

/** The verdicts are judged elsewhere; here only: is there something for a judge to see? */
describe('bypasses', () => {
  test.each(cases.filter(({ must }) => must === 'allow'))('$id: nothing in the way of an allow', ({ input }) => {
    expect(analyseCommandLine(input.command).problems).toEqual([]);
  });

  test.each(cases.filter(({ must }) => must === 'not-allow'))('$id: something no rule allows', ({ input, rules }) => {
    const line = analyseCommandLine(input.command);
    const denied = line.units.some((unit) => globs(rules, 'deny').some((glob) => matchesText(glob, unit.plain)));
    expect(denied || !isCovered(line, globs(rules, 'allow'))).toBe(true);
  });

  test.each(cases.filter(({ must }) => must === 'deny'))('$id: something a rule denies', ({ input, rules }) => {
    const { units, chains } = analyseCommandLine(input.command);
    const neighbours = Array.from(chains?.() ?? [], ({ text }) => text);
    const each = units.flatMap(({ plain, raw, settled }) => [plain, raw, ...(settled?.() ?? [])]);
    const texts = [input.command, ...neighbours, ...each];
    expect(texts.some((text) => globs(rules, 'deny').some((glob) => matchesText(glob, text)))).toBe(true);
  });
});

function globs(rules: Case['rules'], action: string) {
  return rules
    .filter((rule) => rule.action === action)
    .map(({ pattern }) => pattern.replace(/^Bash:?/, '') || '*')
    .map((spec) => (spec.startsWith('~') ? anywhere(parseTextGlob(spec.slice(1))) : parseTextGlob(spec)));
}

function isCovered(
  { units, redirects, assignments, problems }: CommandLine,
  allowed: ReturnType<typeof globs>,
): boolean {
  const isAllowed = ({ name, text }: Unit) => name !== null && allowed.some((glob) => matchesText(glob, text));
  const writes = redirects.filter(({ access, target }) => access === 'write' && target !== '/dev/null');
  return problems.length === 0 && writes.length === 0 && assignments.length === 0 && units.every(isAllowed);
}
