import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

const PROJECT = '.caliban/permissions.toml';

function rule(pattern: string, action: string): string {
  return `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`;
}

describe('perms lint', () => {
  test.each([
    ['nothing to say', [['Bash:npm test', 'allow']], 0, 'clean: 1 rule in 1 file'],
    [
      'hints are counted',
      [['Bash:make *', 'deny']],
      0,
      'clean: 1 rule in 1 file, 2 hints  (caliban perms lint --all shows hints)',
    ],
    [
      'errors first, then warnings, each at its line',
      [
        ['mcp__github__*', 'allow'],
        ['Bash(python3 *)', 'allow'],
        ['mcp__github__get', 'deny'],
        ['Bash(python3 y *)', 'allow'],
      ],
      1,
      `.caliban/permissions.toml
  7   error    \`mcp__github__get\` (deny) can never decide: all it matches meets rule 1 \`mcp__github__*\` (allow, .caliban/permissions.toml:1) first, for example \`mcp__github__get\`; move it above or remove it
  4   warning  \`Bash(python3 *)\` lets \`python3\` run anything; spell out what it runs
  10  warning  \`Bash(python3 y *)\` (allow) can never decide: all it matches meets rule 2 \`Bash(python3 *)\` (allow, .caliban/permissions.toml:4) first, for example \`python3 y x\`; move it above or remove it

1 error, 2 warnings`,
    ],
    [
      'of many alike the first ten',
      Array.from({ length: 13 }, (_, at) => [`Bash(python3.${at} *)`, 'allow']),
      1,
      `.caliban/permissions.toml
${Array.from({ length: 10 }, (_, at) => `  ${String(at * 3 + 1).padEnd(2)}  warning  \`Bash(python3.${at} *)\` lets \`python\` run anything; spell out what it runs\n`).join('')}      and 3 more warnings

13 warnings`,
    ],
  ])('%s', async (_, rules, exit, output) => {
    scratch.write(PROJECT, rules.map(([pattern = '', action = '']) => rule(pattern, action)).join(''));
    expect(await scratch.run('caliban perms lint')).toMatchObject({ exit, output });
  });

  test('--all shows hints and leaves nothing out', async () => {
    const broad = Array.from({ length: 13 }, (_, at) => rule(`Bash(python3.${at} *)`, 'allow'));
    scratch.write(PROJECT, [...broad, rule('Bash:gzip *', 'allow')].join(''));
    const { output } = await scratch.run('caliban perms lint --all');
    expect(output.match(/ {2}warning {2}/g)).toHaveLength(13);
    expect(output).toContain('  40  hint     `Bash:gzip *` does not match `gzip` alone; `Bash(gzip *)` matches both\n');
    expect(output).toMatch(/\n\n13 warnings, 1 hint$/);
  });

  test('each file under its short name; what does not load is an error with its place', async () => {
    scratch.write(PROJECT, rule('Bash:', 'deny'));
    scratch.write('~/.config/caliban/permissions.toml', rule('Bash(python3 *)', 'allow'));
    const { exit, output } = await scratch.run('caliban perms lint');
    expect([exit, output.split('\n').map((line) => line.slice(0, 34).trimEnd())]).toEqual([
      3,
      [
        '.caliban/permissions.toml',
        '  2:17  error    bad pattern `Bash:`',
        '',
        '~/.config/caliban/permissions.toml',
        '  1     warning  `Bash(python3 *)` le',
        '',
        '1 error, 1 warning',
      ].map((line) => line.slice(0, 34)),
    ]);
  });

  test('--json is one list with all of it', async () => {
    scratch.write(PROJECT, [rule('Bash(python3 *)', 'allow'), rule('Bash:gzip *', 'allow')].join(''));
    const { output } = await scratch.run('caliban perms lint --json');
    const { findings } = JSON.parse(output);
    expect(findings.map(({ kind, severity, line }: Record<string, unknown>) => [kind, severity, line])).toEqual([
      ['over-broad', 'warning', 1],
      ['needs-arguments', 'info', 4],
    ]);
  });
});
