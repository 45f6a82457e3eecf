import { judge } from '../../../src/judge/judge.ts';
import { createRuleBook, type RuleBook } from '../../../src/judge/rule-book.ts';
import type { Verdict } from '../../../src/types/verdict.ts';
import { call, REPO, rules } from '../../helpers/rules.ts';
import type { TestedShell } from './run-in-shells.ts';

/**
 * Built-ins that take words, names and values, and run no text by themselves. A rule for one of them must open nothing else.
 */
const BUILTINS = [
  ...['declare', 'typeset', 'local', 'export', 'readonly', 'integer', 'float', 'private', 'unset', 'set', 'shift'],
  ...['printf', 'print', 'echo', 'read', 'test', '[', 'let', 'wait', 'cd', 'pushd', 'popd', 'type', 'whence', 'kill'],
  ...['getopts', 'umask', 'ulimit', 'caller', 'true', ':', 'return', 'exit', 'break', 'continue', 'nosuch'],
];

/** The name, also with a letter as an escape of `$'…'`. */
const NAMES_PROGRAM = /(?:p|\\x70|\\x\{70\}|\\u0070|\\160)wn/;

const GIT = ['allow Bash:git', 'allow Bash:git *'];

/** It exists in `evil` only, so a rule for it means no program of the directory where the line starts. */
const RELATIVE = ['allow Bash:./git', 'allow Bash:./git *'];

type Property = {
  readonly book: RuleBook;
  /** False if the verdict is wrong for a line that started the program. */
  readonly holds: (verdict: Verdict, line: string) => boolean;
};

const PROPERTIES: Readonly<Record<string, Property>> = {
  'only git is allowed': { book: book(...GIT), holds: ({ action }) => action !== 'allow' },
  'git and built-ins are allowed': {
    book: book(
      ...GIT,
      ...RELATIVE,
      ...BUILTINS.flatMap((name) => [`allow Bash:${name}`, `allow Bash:${name} *`]),
      'allow Write:**',
    ),
    holds: ({ action }) => action !== 'allow',
  },
  'the program is denied': {
    book: book('deny Bash:pwn', 'deny Bash:pwn *', 'allow *'),
    holds: ({ action, because }, line) => action === 'deny' || because.kind === 'opaque' || !NAMES_PROGRAM.test(line),
  },
};

function book(...written: readonly string[]): RuleBook {
  return createRuleBook(rules(...written), { seesThroughWrappers: true });
}

/** The properties that a line breaks if it starts the program. `shell`: what the host says about it. */
export function brokenIfRun(line: string, shell: TestedShell | undefined): string[] {
  const described = call('Bash', { command: line }, { ...REPO, ...(shell !== undefined && { shell }) });
  return Object.entries(PROPERTIES).flatMap(([name, { book: rulesOfIt, holds }]) =>
    holds(judge(rulesOfIt, described), line) ? [] : [name],
  );
}
