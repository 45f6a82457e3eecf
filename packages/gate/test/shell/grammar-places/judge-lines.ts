import { judge } from '../../../src/judge/judge.ts';
import { createRuleBook, type RuleBook } from '../../../src/judge/rule-book.ts';
import type { Action } from '../../../src/types/rule.ts';
import { call, REPO, rules } from '../../helpers/rules.ts';
import type { TestedShell } from './run-in-shells.ts';

/** Built-ins that take words, names and values, and run no text by themselves. A rule for one of them opens nothing else. */
const BUILTINS = [
  ...[
    'declare',
    'typeset',
    'local',
    'export',
    'readonly',
    'integer',
    'float',
    'private',
    'unset',
    'set',
    'shift',
    'getopts',
  ],
  ...[
    'printf',
    'print',
    'echo',
    'read',
    'test',
    '[',
    'let',
    'wait',
    'cd',
    'pushd',
    'popd',
    'type',
    'whence',
    'kill',
    'umask',
  ],
  ...['ulimit', 'caller', 'true', ':', 'return', 'exit', 'break', 'continue', 'jobs', 'repeat', 'nosuch'],
];

const GIT = ['allow Bash:git', 'allow Bash:git *'];

/** Each property: rules, and what they must not decide if the program ran. */
export const PROPERTIES = {
  'only git is allowed': property(GIT, (action) => action !== 'allow'),
  'git and built-ins are allowed': property(
    [...GIT, ...BUILTINS.flatMap((name) => [`allow Bash:${name}`, `allow Bash:${name} *`]), 'allow Write:**'],
    (action) => action !== 'allow',
  ),
  'the program is denied': property(
    ['deny Bash:pwn', 'deny Bash:pwn *', 'allow *'],
    (action, line) => action === 'deny' || (action === 'ask' && !line.includes('pwn')),
  ),
} as const;

export type Property = keyof typeof PROPERTIES;

type Holds = (action: Action, line: string) => boolean;

function property(written: readonly string[], holds: Holds): { readonly book: RuleBook; readonly holds: Holds } {
  return { book: createRuleBook(rules(...written)), holds };
}

/** The properties that a line breaks if it starts the program, as `property: action`. */
export function brokenIfRun(line: string, shell: TestedShell | undefined): string[] {
  const described = call('Bash', { command: line }, { ...REPO, ...(shell !== undefined && { shell }) });
  return Object.entries(PROPERTIES).flatMap(([name, { book, holds }]) => {
    const { action } = judge(book, described);
    return holds(action, line) ? [] : [`${name}: ${action}`];
  });
}
