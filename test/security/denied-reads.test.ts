import { expect, test } from 'vitest';
import { toolResults } from '../../packages/cli/test/headless/helpers/frames.ts';
import { script, type Use } from '../../packages/cli/test/headless/helpers/scripts.ts';
import { Workplace } from '../../packages/cli/test/headless/helpers/workplace.ts';

const SEARCHES: readonly Use[] = [
  ['Grep', { pattern: 'lamp' }],
  ['Grep', { pattern: 'lamp', output_mode: 'content' }],
  ['Grep', { pattern: 'lamp', path: '.env' }],
  ['Glob', { pattern: '**/*' }],
];

test.each([
  [[], ['.env\nsrc/a.ts', '.env:1:KEY=lamp\nsrc/a.ts:1:lamp', '.env', '.env\nsrc/a.ts']],
  [
    ['--deny', 'Read:.env*'],
    ['src/a.ts', 'src/a.ts:1:lamp', 'this Grep call is denied by the rule `Read:.env*`', 'src/a.ts'],
  ],
])('with %j, Grep and Glob show what may be read', async (flags, shown) => {
  const place = new Workplace({ '.env': 'KEY=lamp\n', 'src/a.ts': 'lamp\n', '/script.json': script(...SEARCHES) });
  const model = ['--model', `scripted:${place.path('/script.json')}`, '--output-format', 'stream-json'];
  const { stdout } = await place.run(['-p', 'go', ...model, ...flags]);
  expect(toolResults(stdout).map(({ content }) => content.split('\n').sort().join('\n'))).toEqual(shown);
});
