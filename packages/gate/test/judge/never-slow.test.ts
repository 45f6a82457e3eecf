import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { bash, rule } from '../helpers/rules.ts';

const MAX_LENGTH = 30_000;
/** Ten times what the slowest of them takes; without a budget some took minutes. */
const MAX_CPU_MS = 1500;

const BOOKS = {
  wrappers: book(['deny Bash:rm *', 'allow *']),
  paths: book(['deny Read:.env', 'deny Write:.env', 'allow *']),
  classes: book(['deny Bash:@recursive-deletion', 'deny @secrets', 'allow *']),
};

function book(rules: readonly string[]) {
  return createRuleBook(
    rules.map((text) => rule(text)),
    { seesThroughWrappers: true },
  );
}

describe('a long line never keeps the judge busy, and what is behind its budget is never allowed', () => {
  test.each<[about: string, line: string]>([
    ['wrappers around wrappers', `${times('env ')}rm -rf ~/x .env`],
    ['the same, each given more words', `${times('xargs ')}rm -rf ~/x .env`],
    ['commands behind -exec', `${times('find . -exec ')}rm -rf ~/x .env ;`],
    [
      'found files',
      `find ${times('a ', 15_000)}${times('-name x -exec cat {} \\; ', 14_000)}-exec rm -rf ~/x .env \\;`,
    ],
    ['printed files for each xargs', `${times('ls a b c;', 15_000)}${times('xargs cat;', 14_000)}env rm -rf ~/x .env`],
    ['shells that are all fed the same', `${times('sh;', 29_000)}echo rm -rf ~/x .env | sh`],
    ['a script on standard input', `sh <<E\n${times('sudo rm y\n', 29_000)}rm -rf ~/x .env\nE`],
    ['code in words', `${times("eval 'rm x';", 29_000)}rm -rf ~/x .env`],
    ['code in variables', `x=ls;${times('eval $x;', 29_000)}env rm -rf ~/x .env`],
    ['steps', `${times('cd a; cat b;', 29_000)}env rm -rf ~/x .env`],
    ['commands', `${times('a b c;', 29_000)}env rm -rf ~/x .env`],
    ['patterns', `cat ${times('*a*b* ', 29_000)}.env; env rm -rf ~/x`],
    ['loops in loops', `${'for i in a b; do '.repeat(30)}env rm -rf ~/x .env $i; ${'done; '.repeat(30)}`],
    ['branches', `case x in ${numbered((n) => `a${n}) x=b${n};;`)}esac; env rm -rf ~/x .env $x`],
    ['values of one variable', `${numbered((n) => `printf -v x a${n};`)}env rm -rf ~/x .env $x`],
  ])('%s', (_about, line) => {
    expect(line.length).toBeLessThan(MAX_LENGTH + 1000);
    for (const [name, rules] of Object.entries(BOOKS)) {
      const start = process.cpuUsage();
      const { action } = judge(rules, bash(line));
      const { user, system } = process.cpuUsage(start);
      expect.soft({ name, action }).not.toEqual({ name, action: 'allow' });
      expect.soft((user + system) / 1000, name).toBeLessThan(MAX_CPU_MS);
    }
  });
});

function times(text: string, length = MAX_LENGTH): string {
  return text.repeat(Math.floor((length - 1000) / text.length));
}

function numbered(text: (n: number) => string): string {
  let all = '';
  for (let n = 0; all.length < MAX_LENGTH - 1000; n++) all += text(n);
  return all;
}

test('what is wrapped too often for its classes to be read is asked about', () => {
  const book = createRuleBook(['deny Bash:@recursive-deletion', 'allow *'].map((text) => rule(text)));
  const actions = [2, 30].map((depth) => judge(book, bash(`${'env '.repeat(depth)}rm -rf ~/x`)).action);
  expect(actions).toEqual(['deny', 'ask']);
});
