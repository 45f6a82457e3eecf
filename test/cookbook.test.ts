// Each recipe of docs/cookbook.md is given to the built program, and so is each row of its table.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { NewMachine } from './helpers/new-machine.ts';

const [, ...recipes] = readFileSync(new URL('../docs/cookbook.md', import.meta.url), 'utf8').split(/^## /m);

test('there are twenty of them', () => {
  expect(recipes.map((recipe) => Number.parseInt(recipe, 10))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

describe.each(recipes.map((recipe) => [recipe.split('\n', 1)[0], recipe] as const))('%s', (_, recipe) => {
  const [, policy = ''] = /```toml\n(.*?)```/s.exec(recipe) ?? [];
  const rows = Array.from(
    recipe.matchAll(/^\| `(\w+)` `(.+)` \| (\w+) \|$/gm),
    ([, tool = '', given = '', verdict = '']) => ({
      tool,
      input: given.startsWith('{"') ? JSON.parse(given) : given.replaceAll('\\|', '|'),
      verdict,
    }),
  );
  const machine = new NewMachine({ '/home/me/recipe.toml': policy });
  afterAll(() => machine.remove());

  test('decides what its table says', () => {
    const batch = rows.map(({ tool, input }) => JSON.stringify({ tool, input })).join('\n');
    const printed = machine.run(`caliban perms test --batch - --rules ~/recipe.toml <<'END'\n${batch}\nEND`);
    const actions = printed
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).action);
    expect(rows.map(({ tool, input }, index) => [tool, input, actions[index]])).toEqual(
      rows.map(({ tool, input, verdict }) => [tool, input, verdict]),
    );
    expect(rows.length).toBeGreaterThan(1);
  });

  test('has nothing that lint calls an error, and its tests pass', () => {
    expect(
      machine.run('mkdir -p .caliban && cp ~/recipe.toml .caliban/permissions.toml && caliban perms check'),
    ).not.toMatch(/fail/);
    expect(machine.run('caliban perms lint')).not.toMatch(/error/);
  });
});
