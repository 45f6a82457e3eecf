import { TOOL_PROFILES } from '@caliban/calls';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidatesAmong } from '../../src/inspect/compare/candidates.ts';
import { coverage } from '../../src/inspect/compare/coverage.ts';
import { shapeOf } from '../../src/inspect/rule-shape.ts';
import { rules } from './rules.ts';

const shapesOf = (lines: readonly string[]) =>
  rules(...lines).map((rule, position) => shapeOf(rule, position, { profiles: TOOL_PROFILES, roots: {} }));

const context = () => ({
  effort: { left: 1_000_000 },
  unionEffort: { left: 0 },
  firstStrictOn: () => 0,
  firstFieldAllowOn: () => 0,
});

function candidatesFor(lines: readonly string[], line: string): readonly number[] {
  const all = shapesOf([...lines, line]);
  const candidates = candidatesAmong(all);
  for (const shape of all.slice(0, -1)) candidates.add(shape);
  return candidates.for(all.at(-1) ?? (all[0] as (typeof all)[0])).map(({ position }) => position);
}

test('only rules whose text is in it, and those without any', () => {
  const lines = [
    'Bash:git push * deny',
    'Bash:npm * deny',
    '* deny',
    'Edit:src/** deny',
    'Bash:~push deny',
    'Bash:* deny',
  ];
  expect(candidatesFor(lines, 'Bash:git push origin * allow')).toEqual([0, 2, 4, 5]);
});

test('no rule that covers another is lost', () => {
  const piece = fc.constantFrom('abcdef', 'abc', 'b', 'cdefgh', '*', '?', ' ', '/', '**/', '{a,bc}', '[ab]', 'x');
  const glob = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  const line = fc.oneof(
    glob.map((text) => `Bash:x${text}x`),
    glob.map((text) => `Bash:~${text}`),
    glob.map((text) => `Read:${text.replaceAll(' ', '')}x`),
    glob.map((text) => `Read:/${text.replaceAll(' ', '')}x`),
    glob.map((text) => `WebFetch:https://${text}`),
    glob.map((text) => `mcp__${text.replaceAll(/\W/g, '')}*:abc=${text.replaceAll(/[ ,{}]/g, '')}1`),
    fc.constantFrom('Bash', '*', 'mcp__*', '*Edit', 'Re*:abc'),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 12 }), (lines) => {
      const all = shapesOf(lines.map((text) => `${text} deny`));
      const candidates = candidatesAmong(all);
      for (const shape of all) candidates.add(shape);
      for (const later of all) {
        const covering = all.filter((shape) => coverage(shape, later, context()) !== 'none');
        const missed = covering.filter((shape) => !candidates.for(later).includes(shape));
        expect(missed.map(({ position }) => lines[position])).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});
