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
  const class_: ListClass = {
    name: 'noise',
    why: 'makes noise',
    patterns: ['Bash:beep *', 'Read:/**/*.wav'],
    spares: ['Read:/**/quiet.wav'],
    recognises: ({ tool }, isMeant) => tool === 'Horn' || (tool === 'Glob' && isMeant(call('Read', { path: 'a.wav' }))),
  };
  const noisy = lists({ soft_deny: [class_], allow: ['Bash', 'Read'] });
  const found = { list: 'soft_deny', pattern: 'noise', why: 'makes noise' };

  test.each([
    ['by its patterns', bash('ls; beep x'), found],
    ['what it spares', call('Read', { path: 'quiet.wav' }), { list: 'allow', pattern: 'Read' }],
    ['by what no pattern can say', call('Horn', {}), found],
    ['its patterns, tried on another call', call('Glob', { path: '.' }), found],
    ['anything else', bash('ls'), { list: 'allow', pattern: 'Bash' }],
  ])('%s', (_, given, expected) => {
    expect(noisy(given)).toEqual(expected);
  });

  test('what it spares, another entry may mean', () => {
    const strict = lists({ hard_deny: [class_, 'Read:/**/quiet.wav'] });
    expect(strict(call('Read', { path: 'quiet.wav' }))?.pattern).toBe('Read:/**/quiet.wav');
  });

  test('that covers commands allows them part by part, beside the patterns', () => {
    const greeting: ListClass = {
      name: 'greeting',
      why: 'is polite',
      patterns: [],
      covers: ([name]) => name === 'hello',
    };
    const polite = lists({ allow: [greeting, 'Bash:make *'] });
    const verdicts = ['hello you', 'hello "you two" && make x', 'hello $X', 'hello; x', 'hello > y', 'X=1 hello'];
    expect(verdicts.map((command) => polite(bash(command))?.list ?? null)).toEqual([
      'allow',
      'allow',
      null,
      null,
      null,
      null,
    ]);
    expect(polite(bash('hello *'))).toBeNull();
    expect(polite(bash('hello you'))).toEqual({ list: 'allow', pattern: 'greeting', why: 'is polite' });
  });

  test('with a pattern that is none is a broken promise of ours', () => {
    const broken = lists({ hard_deny: [{ ...class_, patterns: ['Bash:'] }] });
    expect(() => broken(bash('ls'))).toThrow('curated pattern `Bash:`');
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
