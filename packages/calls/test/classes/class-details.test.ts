import { describe, expect, test } from 'vitest';
import { classDetails } from '../../src/classes/class-details.ts';
import { CLASS_NAMES, type ClassName } from '../../src/classes/class-names.ts';
import { classesOf } from '../../src/classes/classes-of.ts';
import { callOf } from './tried.ts';

const DETAILS = CLASS_NAMES.map(classDetails);

describe('what `perms classes` says of a class', () => {
  test.each(DETAILS.flatMap(({ name, examples }) => examples.map((example) => [name, example] as const)))(
    '@%s holds `%s`',
    (name, example) => {
      expect(isOf(name, example)).toBe(true);
    },
  );

  test.each(DETAILS.flatMap(({ name, spares }) => spares.map((spared) => [name, spared] as const)))(
    '@%s spares `%s`',
    (name, spared) => {
      expect(isOf(name, spared)).toBe(false);
    },
  );

  test.each(DETAILS)('@$name has facts, examples and what it spares', ({ holds, examples, spares }) => {
    expect(Math.min(holds.length, examples.length, spares.length)).toBeGreaterThan(0);
  });
});

function isOf(name: ClassName, text: string): boolean {
  const call = callOf(text);
  const { subject } = call;
  const classes = classesOf(call);
  const units = subject.kind === 'command-line' ? subject.line.units.length : 1;
  const redirects = subject.kind === 'command-line' ? subject.line.redirects.length : 0;
  const parts = [
    ...Array.from({ length: units }, (_, at) => classes.unit(at)),
    ...Array.from({ length: redirects }, (_, at) => classes.redirect(at)),
  ];
  const isWhole = classes.whole().touches.has(name);
  // All of a line must be read-only; any part of it may be dangerous.
  if (name === 'read-only' && subject.kind !== 'path') return parts.every(({ covers }) => covers.has(name));
  return isWhole || parts.some(({ touches }) => touches.has(name));
}
