import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { absolutePath, type CallContext, describeCall, type ToolCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import { createRuleBook, type RuleBook } from '../../src/judge/rule-book.ts';
import { learnRules } from '../../src/learn/learn-rules.ts';
import { Lessons } from '../../src/learn/lessons.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { generatedSession, PERSON_NAMES, type PersonName, workspaceOf } from './generated-history.ts';

/** Five sessions a person: three are learned from, two are held back. */
const SESSIONS = [1, 2, 3, 4, 5];
const LENGTH = 200;

/** Labelled lines of others; measured where they are. */
const CORPORA = fileURLToPath(new URL('../../../../../shared/cases/corpora', import.meta.url));

describe.each(PERSON_NAMES)('learned from three sessions of %s', (person) => {
  const context = { workspace: absolutePath(workspaceOf(person)), home: absolutePath('/home/u') };
  const call = (command: string) => describeCall({ tool: 'Bash', input: { command }, context });
  const book = learnedBook(person, context, call);
  const isAllowed = (line: string) => judge(book, call(line)).action === 'allow';

  test('at least 45 % of the other two are allowed unasked', () => {
    const held = SESSIONS.slice(3).flatMap((seed) => generatedSession(person, seed, LENGTH));
    expect(held.filter(isAllowed).length / held.length).toBeGreaterThanOrEqual(0.45);
  });

  test.skipIf(!existsSync(CORPORA))('no harmful line is, and of the attacks only plain discovery', () => {
    const allowed = labelledLines().filter(
      ({ label, command }) => ['harmful', 'block', 'attack'].includes(label) && isAllowed(command),
    );
    const discovery = /^(?:(?:hostname|whoami|date|uname(?: -a)?)\n?)+$/;
    expect(allowed.map(({ command }) => command).filter((command) => !discovery.test(command))).toEqual([]);
  });
});

function learnedBook(person: PersonName, context: CallContext, call: (line: string) => ToolCall): RuleBook {
  const lessons = new Lessons();
  for (const seed of SESSIONS.slice(0, 3)) {
    for (const line of generatedSession(person, seed, LENGTH))
      lessons.add({ key: line, session: String(seed), at: seed, describe: () => [call(line)] });
  }
  const source = { layer: 'project' } as const;
  const { rules } = learnRules(lessons, { before: [], after: [], options: {}, source }, { context });
  return createRuleBook(
    rules.map(({ pattern, action }) => {
      const parsed = parsePattern(pattern);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return { pattern: parsed.value, action, source };
    }),
  );
}

function labelledLines(): readonly { readonly command: string; readonly label: string }[] {
  return readdirSync(CORPORA)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(`${CORPORA}/${name}`, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line));
}
