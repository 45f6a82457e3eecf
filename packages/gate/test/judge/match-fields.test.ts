import { parseTextGlob } from '@caliban/calls/globs';
import { describe, expect, test } from 'vitest';
import { matchesFields } from '../../src/judge/match-fields.ts';
import type { FieldGlob } from '../../src/types/pattern.ts';
import type { Action } from '../../src/types/rule.ts';

function fields(...texts: readonly string[]): FieldGlob[] {
  return texts.map((text) => {
    const [key = '', glob = ''] = text.split('=');
    return { keys: key.split('.'), glob: parseTextGlob(glob) };
  });
}

describe('whatever the rule says', () => {
  test.each<[string, unknown, boolean]>([
    ['repo=acme/*', { repo: 'acme/web' }, true],
    ['repo=acme/*', { repo: 'xacme/web' }, false],
    ['repo=*', { repo: '' }, true],
    ['repo=*', {}, false],
    ['repo=*', { repo: null }, false],
    ['repo=*', { repo: undefined }, false],
    ['repo=*', { repo: {} }, false],
    ['limit=20', { limit: 20 }, true],
    ['limit=2?', { limit: 20 }, true],
    ['limit=0.5', { limit: 0.5 }, true],
    ['force=true', { force: true }, true],
    ['force=true', { force: 'true' }, true],
    ['meta.owner=al*', { meta: { owner: 'alice' } }, true],
    ['meta.owner=al*', { meta: null }, false],
    ['meta.owner=al*', { meta: 'alice' }, false],
    ['name.length=3', { name: 'abc' }, false],
    ['items.0=x', { items: ['x'] }, false],
    ['items.length=1', { items: ['x'] }, false],
    ['toString=*', {}, false],
    ['constructor.name=*', {}, false],
    ['__proto__=*', JSON.parse('{"__proto__": "own"}'), true],
    ['key=*', 'key', false],
    ['key=*', null, false],
    ['key=*', undefined, false],
    ['0=a', ['a'], false],
  ])('%s of %j: %s', (text, input, expected) => {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      expect(matchesFields(fields(text), input, action)).toBe(expected);
    }
  });
});

test('all fields must match', () => {
  expect(matchesFields(fields('a=1', 'b=2'), { a: 1, b: 2 }, 'allow')).toBe(true);
  expect(matchesFields(fields('a=1', 'b=2'), { a: 1 }, 'allow')).toBe(false);
});

describe('an array', () => {
  test.each<[unknown[], Record<Action, boolean>]>([
    [['a', 'b'], { allow: false, ask: true, deny: true }],
    [['a', 'aa'], { allow: true, ask: true, deny: true }],
    [['b'], { allow: false, ask: false, deny: false }],
    [[], { allow: false, ask: false, deny: false }],
    [['a', null], { allow: false, ask: true, deny: true }],
    [['a', {}], { allow: false, ask: true, deny: true }],
    [[['a']], { allow: false, ask: false, deny: false }],
  ])('%j against `a*`', (list, expected) => {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      expect(matchesFields(fields('list=a*'), { list }, action)).toBe(expected[action]);
    }
  });
});

describe('an array on the way is walked in each of its elements', () => {
  test.each<[string, unknown, Record<Action, boolean>]>([
    ['runs.sql=a*', { runs: [{ sql: 'ab' }] }, { allow: true, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{ sql: 'ab' }, { sql: 'b' }] }, { allow: false, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{ sql: 'ab' }, {}] }, { allow: false, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{}, 'ab', null, { sql: 'ab' }] }, { allow: false, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{ sql: ['ab', 'a'] }, { sql: 'a' }] }, { allow: true, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{ sql: ['ab', 'b'] }] }, { allow: false, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [{ sql: [] }, { sql: 'a' }] }, { allow: false, ask: true, deny: true }],
    ['a.b.c=x', { a: [{ b: [{ c: 'x' }] }, { b: { c: ['x'] } }] }, { allow: true, ask: true, deny: true }],
    ['a.b.c=x', { a: { b: [{ c: 'x' }] } }, { allow: true, ask: true, deny: true }],
    ['a.b.c=x', { a: [{ b: [{ c: 'x' }, 7] }] }, { allow: false, ask: true, deny: true }],
    ['runs.sql=a*', { runs: [] }, { allow: false, ask: false, deny: false }],
    ['runs.sql=a*', { runs: ['ab'] }, { allow: false, ask: false, deny: false }],
    ['runs.sql=a*', { runs: [[{ sql: 'ab' }]] }, { allow: false, ask: false, deny: false }],
    ['runs.sql=a*', [{ runs: { sql: 'ab' } }], { allow: false, ask: false, deny: false }],
    ['runs.toString=*', { runs: [{}] }, { allow: false, ask: false, deny: false }],
  ])('%s of %j', (text, input, expected) => {
    for (const action of ['allow', 'ask', 'deny'] as const) {
      expect(matchesFields(fields(text), input, action)).toBe(expected[action]);
    }
  });
});
