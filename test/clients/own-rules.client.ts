import { beforeAll, describe, expect, test } from 'vitest';
import { QUESTIONS, type Question } from '../comparison/questions.ts';
import { type Product, RECORDING, record, savedResults } from '../comparison/results.ts';
import { engineLetsRun, installEngines } from './helpers/engine.ts';
import { CODEX, OWN_RULES } from './helpers/own-rules.ts';
import { putQuestion } from './helpers/put-question.ts';

const EVERY_QUESTION = QUESTIONS.map((question) => [question.name, question] as const);

/** With `CALIBAN_RECORD=1` the results are written to `test/comparison/results.json`, which the comparison is made from. */
function settle(product: Product, question: (typeof QUESTIONS)[number]['name'], ran: readonly string[]): void {
  if (RECORDING) record(product, question, ran);
  else expect(ran).toEqual(savedResults().ran[product][question]);
}

describe.each(OWN_RULES)('%s, with its own rules', (product, client) => {
  test.each(EVERY_QUESTION)('lets run what the comparison says: %s', async (name, question) => {
    settle(product, name, await putQuestion(client, question));
  });
});

test('Codex takes no notice of an allow of a bare program', async () => {
  const bare = { '~/.codex/rules/default.rules': 'prefix_rule(pattern=["git"], decision="allow")\n' };
  const files: typeof CODEX.files = (...of) => ({ ...CODEX.files(...of), ...bare });
  const [, everyday] = QUESTIONS as [Question, Question];
  expect(await putQuestion({ ...CODEX, files }, { ...everyday, lines: ['git config -f FILE a.b c'] })).toEqual([]);
});

describe.each(['casbin', 'cedar'] as const)('%s', (product) => {
  beforeAll(installEngines);

  test.each(EVERY_QUESTION)('lets run what the comparison says: %s', async (name, question) => {
    settle(product, name, await engineLetsRun(product, question));
  });
});
