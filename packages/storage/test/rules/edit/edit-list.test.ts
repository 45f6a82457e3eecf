import { expect, test } from 'vitest';
import type { RuleEdit } from '../../../src/rules/edit/rule-edit.ts';
import { change, edited, insert, insertAll, move, remove } from '../../helpers/rule-edits.ts';
import { lines } from '../../helpers/rule-text.ts';

const ALLOW = '{ pattern = "Read", action = "allow" }';
const DENY = '{ pattern = \'Bash:rm, *\', action = "deny" }';
const ASK = '{ action = "ask", pattern = "Bash" }';
const N = '{ pattern = "New", action = "ask" }';
const BLOCK = [
  '[permissions]',
  'rules = [ # all of them',
  '  # reading',
  `  ${ALLOW}, # one, two`,
  '',
  `  ${DENY},`,
  `  ${ASK} # no comma`,
  '  # the end',
  ']',
  'enforce = true',
];

test.each<[string, string, RuleEdit, string]>([
  [
    'one line: top',
    `permissions.rules = [${ALLOW}, ${ASK}]`,
    insert(0),
    `permissions.rules = [${N}, ${ALLOW}, ${ASK}]`,
  ],
  [
    'one line: between',
    `permissions.rules = [${ALLOW}, ${ASK}]`,
    insert(1),
    `permissions.rules = [${ALLOW}, ${N}, ${ASK}]`,
  ],
  [
    'one line: bottom',
    `permissions.rules = [${ALLOW}, ${ASK}]`,
    insert(2),
    `permissions.rules = [${ALLOW}, ${ASK}, ${N}]`,
  ],
  [
    'one line: after a comma',
    `permissions.rules = [ ${ALLOW}, ]`,
    insert(1),
    `permissions.rules = [ ${ALLOW}, ${N}, ]`,
  ],
  [
    'one line: several',
    `permissions.rules = [${ALLOW}]`,
    insertAll(0, 'New', 'New'),
    `permissions.rules = [${N}, ${N}, ${ALLOW}]`,
  ],
  [
    'one line: several at the bottom',
    `permissions.rules = [${ALLOW}]`,
    insertAll(1, 'New', 'New'),
    `permissions.rules = [${ALLOW}, ${N}, ${N}]`,
  ],
  [
    'one line: several into nothing',
    'permissions.rules = []',
    insertAll(0, 'New', 'New'),
    `permissions.rules = [ ${N}, ${N} ]`,
  ],
  ['no list yet: several', 'permissions = {}', insertAll(0, 'New', 'New'), `permissions = { rules = [ ${N}, ${N} ] }`],
  [
    'lines: several',
    lines(...BLOCK),
    insertAll(1, 'New', 'New'),
    lines(...BLOCK.toSpliced(5, 0, `  ${N},`, `  ${N},`)),
  ],
  ['one line: remove the first', `permissions.rules = [${ALLOW}, ${ASK}]`, remove(0), `permissions.rules = [${ASK}]`],
  ['one line: remove the last', `permissions.rules = [${ALLOW}, ${ASK}]`, remove(1), `permissions.rules = [${ALLOW}]`],
  ['one line: remove the only one', `permissions.rules = [${ALLOW}]`, remove(0), 'permissions.rules = []'],
  [
    'one line: move',
    `permissions.rules = [${ALLOW}, ${DENY}, ${ASK}]`,
    move(0, 2),
    `permissions.rules = [${DENY}, ${ASK}, ${ALLOW}]`,
  ],
  ['lines: top', lines(...BLOCK), insert(0), lines(...BLOCK.toSpliced(2, 0, `  ${N},`))],
  ['lines: between', lines(...BLOCK), insert(1), lines(...BLOCK.toSpliced(5, 0, `  ${N},`))],
  ['lines: bottom', lines(...BLOCK), insert(3), lines(...BLOCK.toSpliced(6, 1, `  ${ASK}, # no comma`, `  ${N},`))],
  ['lines: remove with its comments', lines(...BLOCK), remove(0), lines(...BLOCK.toSpliced(2, 2))],
  ['lines: remove the last', lines(...BLOCK), remove(2), lines(...BLOCK.toSpliced(6, 1))],
  [
    'lines: move down with its comments',
    lines(...BLOCK),
    move(0, 2),
    lines(
      ...BLOCK.slice(0, 2),
      ...BLOCK.slice(4, 6),
      `  ${ASK}, # no comma`,
      '  # reading',
      `  ${ALLOW}, # one, two`,
      ...BLOCK.slice(7),
    ),
  ],
  [
    'lines: move up',
    lines(...BLOCK),
    move(2, 0),
    lines(...BLOCK.slice(0, 2), `  ${ASK}, # no comma`, ...BLOCK.slice(2, 6), ...BLOCK.slice(7)),
  ],
  [
    'an empty list over lines',
    'permissions.rules = [ # none\n]\n',
    insert(0),
    `permissions.rules = [ # none\n  ${N},\n]\n`,
  ],
  [
    'an empty list with a remark of its own',
    'permissions.rules = [\n  # none\n]\n',
    insert(0),
    `permissions.rules = [\n  ${N},\n  # none\n]\n`,
  ],
  [
    'a comma on the next line: move',
    `permissions.rules = [\n  ${ALLOW} # a\n  , ${ASK} # b\n]\n`,
    move(0, 1),
    `permissions.rules = [\n  \n   ${ASK}, # b\n   ${ALLOW}, # a\n]\n`,
  ],
  [
    'a comma on the next line: remove what is said behind the rule, and nothing else',
    `permissions.rules = [\n  ${ALLOW} # a\n  # between\n  , ${ASK} # b\n]\n`,
    remove(0),
    `permissions.rules = [\n  \n  # between\n   ${ASK} # b\n]\n`,
  ],
  [
    'a comma on the next line, nothing behind the rule',
    `permissions.rules = [\n  ${ALLOW}\n  # between\n  , ${ASK} # b\n]\n`,
    remove(0),
    `permissions.rules = [\n  \n  # between\n   ${ASK} # b\n]\n`,
  ],
  ['replace a value', lines(...BLOCK), change(1, { action: 'ask' }), lines(...BLOCK).replace('"deny"', '"ask"')],
  [
    'add a field',
    lines(...BLOCK),
    change(1, { reason: 'no' }),
    lines(...BLOCK).replace('"deny" }', '"deny", reason = "no" }'),
  ],
  [
    'take the last field away',
    `permissions.rules = [{pattern="A", action="ask", comment="c"}]`,
    change(0, { comment: null }),
    `permissions.rules = [{pattern="A", action="ask"}]`,
  ],
  [
    'take the first field away',
    `permissions.rules = [{comment="c", pattern="A", action="ask"}]`,
    change(0, { comment: null }),
    `permissions.rules = [{pattern="A", action="ask"}]`,
  ],
])('%s', (_, text, edit, expected) => {
  expect(edited(text, edit)).toBe(expected);
  expect(edited(text.replaceAll('\n', '\r\n'), edit)).toBe(expected.replaceAll('\n', '\r\n'));
});
