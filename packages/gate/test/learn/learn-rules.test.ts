import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeCall } from '../../src/describe/describe-call.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { brakedBy, brakeWitnesses, typedCall } from '../../src/learn/brake.ts';
import { type Learned, type LearnPolicy, learnRules } from '../../src/learn/learn-rules.ts';
import { Lessons } from '../../src/learn/lessons.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { absolutePath } from '../../src/text/path.ts';
import type { Action, Rule } from '../../src/types/rule.ts';

const surroundings = { workspace: absolutePath('/work/app'), home: absolutePath('/home/u') };
const source = { layer: 'project' } as const;

function rule(text: string, action: Action): Rule {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source };
}

function policy(...before: readonly Rule[]): LearnPolicy {
  return { before, after: [], options: {}, source };
}

type History = {
  /** Each ran once in each of three sessions. */
  readonly ran: readonly string[];
  readonly rejected?: readonly string[];
};

function lessonsOf({ ran, rejected = [] }: History): Lessons {
  const lessons = new Lessons();
  for (const session of ['a', 'b', 'c'])
    for (const text of ran) lessons.add({ key: text, session, at: 1, describe: () => [typedCall(text, surroundings)] });
  for (const text of rejected)
    lessons.reject({ key: text, session: 'a', at: 1, describe: () => [typedCall(text, surroundings)] });
  return lessons;
}

function learn(history: History, rules: LearnPolicy = policy()): Learned {
  return learnRules(lessonsOf(history), rules, { surroundings });
}

function linesOf({ rules }: Learned): readonly string[] {
  return rules.map(({ action, pattern }) => `${action} ${pattern}`);
}

describe('what is learned', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['a command that keeps coming', ['make build'], ['allow Bash:make build']],
    [
      'values vary: the open end stands for them',
      ['black a.py', 'black b.py', 'black c/d.py'],
      ['ask @secrets', 'ask @reconnaissance', 'allow Bash:black *'],
    ],
    [
      'bare words may be subcommands',
      ['shipit prod', 'shipit status', 'shipit check'],
      ['allow Bash:shipit prod', 'allow Bash:shipit check', 'allow Bash:shipit status'],
    ],
    [
      'options stay as they are',
      ['black --check a.py', 'black --check b.py', 'black --check c.py'],
      ['ask @secrets', 'ask @reconnaissance', 'allow Bash:black --check *'],
    ],
    [
      'two are too few for a wildcard',
      ['black a.py', 'black b.py'],
      ['allow Bash:black a.py', 'allow Bash:black b.py'],
    ],
    ['reading is a class', ['cat a.ts', 'grep -n x b.ts', 'ls src'], ['allow @read-only']],
    ['a line teaches its parts', ['make build && make test'], ['allow Bash:make test', 'allow Bash:make build']],
    ['files of one kind', ['Edit src/a.ts', 'Edit src/b.ts', 'Edit src/c/d.ts'], ['allow Edit:src/**/*.ts']],
    ['a url', ['WebFetch https://docs.test/a'], ['allow WebFetch:https://docs.test/a']],
    [
      'pages of one host',
      ['WebFetch https://docs.test/1', 'WebFetch https://docs.test/2', 'WebFetch https://docs.test/3'],
      ['allow WebFetch:https://docs.test/*'],
    ],
    [
      'an option in front may hide a subcommand',
      ['gh -R a/b x', 'gh -R c/d x', 'gh -R e/f x'],
      ['allow Bash:gh -R a/b x', 'allow Bash:gh -R c/d x', 'allow Bash:gh -R e/f x'],
    ],
    ['a variable may be another value the next time', ['make "$target"', 'x=1; deploy_to $x'], []],
    ['a function of the line is not a program', ['greet() { echo hi; }; greet'], []],
    [
      'programs that read are no wildcard outside',
      ['cat /a/1', 'cat /a/2', 'cat /a/3'],
      ['allow Bash:cat /a/1', 'allow Bash:cat /a/2', 'allow Bash:cat /a/3'],
    ],
    ['dangerous calls teach nothing', ['rm -rf build', 'npm install x', 'cat .env', 'sudo ls'], []],
    ['nor what stands beside one', ['make build && rm -rf x'], []],
  ])('%s', (_, ran, rules) => {
    expect([...linesOf(learn({ ran }))].sort()).toEqual([...rules].sort());
  });

  test('once, or in one session only, is no habit', () => {
    const lessons = new Lessons();
    const add = (session: string, text: string) =>
      lessons.add({ key: text, session, at: 1, describe: () => [typedCall(text, surroundings)] });
    add('a', 'make once');
    for (let time = 0; time < 5; time++) add('a', 'make often');
    expect(linesOf(learnRules(lessons, policy(), { surroundings }))).toEqual([]);
  });

  test('the evidence counts calls and sessions', () => {
    const [learned] = learn({ ran: ['make build'] }).rules;
    expect(learned?.evidence).toEqual({ calls: 3, sessions: 3, last: 1, examples: ['make build'] });
  });
});

describe('what holds a rule back', () => {
  test.each<[string, History, LearnPolicy, readonly string[], readonly [string, string][]]>([
    [
      'a call that was rejected',
      { ran: ['make build', 'make test'], rejected: ['make build'] },
      policy(),
      ['allow Bash:make test'],
      [['Bash:make build', 'make build']],
    ],
    [
      'a rejected call under a wildcard',
      { ran: ['black a.py', 'black b.py', 'black c.py'], rejected: ['black secret/x.py'] },
      policy(),
      ['allow Bash:black a.py', 'allow Bash:black b.py', 'allow Bash:black c.py'],
      [['Bash:black *', 'black secret/x.py']],
    ],
    [
      'a call that a rule of the user stops',
      { ran: ['black a.py', 'black b.py', 'black c.py', 'black x/d.py'] },
      policy(rule('Bash:black x/*', 'ask')),
      ['ask @secrets', 'ask @reconnaissance', 'allow Bash:black *'],
      [],
    ],
    ['the brake corpus', { ran: ['gh auth token'] }, policy(), [], [['Bash:gh auth token', 'gh auth token']]],
  ])('%s', (_, history, rules, learned, refused) => {
    const found = learn(history, rules);
    expect([...linesOf(found)].sort()).toEqual([...learned].sort());
    expect(found.refused.map(({ pattern, witness }) => [pattern, witness.text])).toEqual(refused);
  });

  test('an allow is not proposed where a rule of a later layer would be lifted', () => {
    const lessons = lessonsOf({ ran: ['black a.py', 'black b.py', 'black c.py', 'black x/d.py'] });
    const user = { ...rule('Bash:black x/*', 'deny'), source: { layer: 'user' } as const };
    const { refused } = learnRules(lessons, { ...policy(), after: [user] }, { surroundings });
    expect(refused.map(({ pattern, witness }) => [pattern, witness.because.kind])).toEqual([
      ['Bash:black *', 'own-rule'],
    ]);
  });

  test('an edited pattern is held against the same witnesses', () => {
    const learned = learn({ ran: ['make build'], rejected: ['make deploy-all'] });
    expect(learned.witnessAgainst('Bash:make b*')).toBeNull();
    expect(learned.witnessAgainst('Bash:make *')?.text).toBe('make deploy-all');
  });
});

describe('whatever the history', () => {
  const programs = ['git', 'npm', 'rm', 'cat', 'black', 'kubectl', 'python3', 'curl', 'find', 'gh', 'shipit', 'make'];
  const words = [
    'push',
    'log',
    'install',
    'x.py',
    'src/a.ts',
    '-rf',
    '--force',
    '-c',
    '/etc/passwd',
    '~/.ssh/id_rsa',
    '.env',
    '3',
    'sub',
  ];
  const command = fc
    .tuple(fc.constantFrom(...programs), fc.array(fc.constantFrom(...words), { maxLength: 3 }))
    .map(([program, others]) => [program, ...others].join(' '));

  test('no learned policy allows a call of a braked class or of the brake corpus', () => {
    const brake = brakeWitnesses(surroundings);
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), fc.array(command, { maxLength: 25 }), (ran, tried) => {
        const { rules } = learn({ ran });
        const book = createRuleBook(rules.map(({ pattern, action }) => rule(pattern, action)));
        const described = tried.map((text) => describeCall({ tool: 'Bash', input: { command: text }, surroundings }));
        const dangerous = [...brake.map(({ call }) => call), ...described.filter((call) => brakedBy(call) !== null)];
        expect(dangerous.filter((call) => judge(book, call).action === 'allow').map(({ input }) => input)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
