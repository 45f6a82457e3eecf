import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../src/defaults/default-rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { bash, rules } from '../helpers/rules.ts';

type Everyday = {
  /** Allowed with whatever words behind them, and by themselves. */
  readonly programs: readonly string[];
  readonly alone: readonly string[];
  readonly lines: readonly string[];
};

const { programs, alone, lines }: Everyday = JSON.parse(
  readFileSync(new URL('everyday-lines.json', import.meta.url), 'utf8'),
);

const NARROW = createRuleBook([
  ...rules(
    ...alone.map((program) => `allow Bash:${program}`),
    ...programs.map((program) => `allow Bash:${program} *`),
    ...['allow Write:**', 'allow Write:/tmp/**', 'allow Write:/dev/tty'],
  ),
  ...DEFAULT_RULES,
]);
const UNDER_DENIES = createRuleBook(
  rules(...['deny Bash:~mkfs', 'deny Bash:curl * | sh', 'deny Bash:git push --force *', 'allow Bash', 'allow Write']),
);

/** What agents write all day, with a rule for each program in it: a question about one of these is a fault. */
test.each(lines)('%j', (command) => {
  const call = bash(command);
  expect(judge(NARROW, call).action, 'by narrow allows').toBe('allow');
  expect(judge(UNDER_DENIES, call).action, 'under denies').toBe('allow');
});
