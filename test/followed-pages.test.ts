import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { consoleExamples, withOutputs } from './helpers/console-examples.ts';
import { FILES_BEFORE, FOLLOWED_PAGES, firstToml } from './helpers/followed-pages.ts';
import { NewMachine } from './helpers/new-machine.ts';

describe.each(FOLLOWED_PAGES)('%s, followed command by command', (page) => {
  const path = new URL(`../${page}`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  const machine = new NewMachine(FILES_BEFORE[page] ?? {});
  afterAll(() => machine.remove());

  // `CALIBAN_RECORD=1` writes down what is printed instead.
  if (process.env.CALIBAN_RECORD === '1') {
    test('is written again', () =>
      writeFileSync(
        path,
        withOutputs(text, (command) => machine.run(command)),
      ));
    return;
  }

  test.each(consoleExamples(text).map(({ command, output }) => [command, output] as const))('%s', (command, output) => {
    expect(machine.run(command)).toBe(output);
  });

  if (page !== 'docs/getting-started.md') return;

  test('the rule file it shows is the resulting one', () => {
    expect(machine.read('/home/me/lighthouse/.caliban/permissions.toml')).toBe(firstToml(page));
  });
});
