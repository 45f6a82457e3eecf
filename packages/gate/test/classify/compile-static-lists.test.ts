import { describe, expect, test } from 'vitest';
import { compileStaticLists, type ListParts } from '../../src/classify/compile-static-lists.ts';
import type { ListClass } from '../../src/classify/list-class.ts';
import type { StaticList, StaticLists } from '../../src/classify/static-lists.ts';
import { madePattern } from '../helpers/made-calls.ts';
import { bash, call } from '../helpers/rules.ts';

function lists(written: Partial<Record<StaticList, readonly (string | ListClass)[]>>): StaticLists {
  const parts = (list: StaticList): ListParts => ({
    patterns: (written[list] ?? []).flatMap((entry) => (typeof entry === 'string' ? [madePattern(entry)] : [])),
    classes: (written[list] ?? []).flatMap((entry) => (typeof entry === 'string' ? [] : [entry])),
  });
  return compileStaticLists({ hard_deny: parts('hard_deny'), soft_deny: parts('soft_deny'), allow: parts('allow') });
}

describe('the lists are walked in their order, and the first match decides', () => {
  const all = lists({ hard_deny: ['Bash:a *'], soft_deny: ['Bash:a *', 'Bash:b *'], allow: ['Bash'] });

  test.each([
    ['a x', { list: 'hard_deny', pattern: 'Bash:a *' }],
    ['b x', { list: 'soft_deny', pattern: 'Bash:b *' }],
    ['c x', { list: 'allow', pattern: 'Bash' }],
    ['c x; b x', { list: 'soft_deny', pattern: 'Bash:b *' }],
    ['c x; b x; a x', { list: 'hard_deny', pattern: 'Bash:a *' }],
  ])('`%s`', (command, expected) => {
    expect(all(bash(command))).toEqual(expected);
  });
});

describe('a list takes classes', () => {
  const all = lists({ hard_deny: ['@history-rewrite'], soft_deny: ['Bash:@publish'], allow: ['@read-only'] });

  test.each([
    ['git push origin +main', 'hard_deny'],
    ['npm publish', 'soft_deny'],
    ['git status && ls', 'allow'],
    ['git status && make', null],
    ['git log; npm publish', 'soft_deny'],
  ])('`%s`: %s', (command, list) => {
    expect(all(bash(command))?.list ?? null).toBe(list);
  });
});

describe('commands are split as for rules: an allow needs every part, a deny any', () => {
  const both = lists({
    soft_deny: ['Bash:rm *', 'Write:/etc/**'],
    allow: ['Bash:git *', 'Bash:head *', 'Write:out/**'],
  });

  test.each([
    ['git log | head -5', 'allow'],
    ['git log > out/x', 'allow'],
    ['git log > x', null],
    ['git log && make', null],
    ['git log "$(make)"', null],
    ['git log && rm x', 'soft_deny'],
    ['git log "$(rm x)"', 'soft_deny'],
    ['git log > /etc/x', 'soft_deny'],
    ["r''m x", 'soft_deny'],
    ['git log "unclosed', null],
  ])('`%s` → %s', (command, list) => {
    expect(both(bash(command))?.list ?? null).toBe(list);
  });
});

describe('a class', () => {
  const noise: ListClass = { name: 'noise', why: 'makes noise', recognises: ({ tool }) => tool === 'Horn' };
  const reading: ListClass = { name: 'reading', why: 'only reads', covers: 'read-only' };
  const all = lists({ soft_deny: [noise, 'Bash:beep *'], allow: [reading, 'Bash:make *'] });

  test.each([
    ['what it recognises', call('Horn', {}), { list: 'soft_deny', pattern: 'noise', why: 'makes noise' }],
    ['a pattern beside it', bash('ls; beep x'), { list: 'soft_deny', pattern: 'Bash:beep *' }],
    ['what it covers', bash('ls'), { list: 'allow', pattern: 'reading', why: 'only reads' }],
    ['what it covers, beside a pattern', bash('make x && ls'), { list: 'allow', pattern: 'Bash:make *' }],
    ['a part that it does not cover', bash('ls; x'), null],
    ['a redirection that it does not cover', bash('ls > y'), null],
    ['an unknown part', bash('cat $X'), null],
    [
      'a variable that means nothing to the program',
      bash('X=1 ls'),
      { list: 'allow', pattern: 'reading', why: 'only reads' },
    ],
    ['a variable for the loader', bash('LD_PRELOAD=x ls'), null],
    ['anything else', call('Read', { path: 'a' }), null],
  ])('%s', (_, given, expected) => {
    expect(all(given)).toEqual(expected);
  });
});

test('empty lists know nothing', () => {
  expect([bash('ls'), bash(''), call('Read', { path: 'a' }), call('X', null)].map(lists({}))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
