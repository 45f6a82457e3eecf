import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

type Proposed = {
  readonly fixes: readonly {
    readonly changes: readonly { readonly command: string }[];
    readonly effect: { readonly allowed: { readonly count: number } };
  }[];
};

async function proposed(call: string): Promise<readonly string[]> {
  const { output } = await scratch.run(`caliban perms fix ${call} --json 2>/dev/null`);
  return (JSON.parse(output) as Proposed).fixes.map(({ changes }) =>
    changes.map(({ command }) => command.replace('caliban perms ', '')).join(' && '),
  );
}

function rule(pattern: string, action: string): string {
  return `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`;
}

const PROJECT = '.caliban/permissions.toml';

describe('proposes', () => {
  test.each([
    [
      'what no rule decides',
      '',
      "Bash 'make build'",
      ["add 'Bash:make build' allow", "add 'Bash:make *' allow", "add 'Bash:make build' deny"],
    ],
    [
      'what a rule asks about, before that rule',
      rule('Bash:make *', 'ask'),
      "Bash 'make build'",
      ["add 'Bash:make build' allow --at 'before Bash:make *'", "add 'Bash:make *' allow --at 'before Bash:make *'"],
    ],
    [
      'what a rule denies',
      rule('Bash:make build', 'deny'),
      "Bash 'make build'",
      ["add 'Bash:make build' allow --at 'before Bash:make build'", "remove --pattern 'Bash:make build'"],
    ],
    ['a class to allow', '', "Bash 'git status'", ["add 'Bash:git status' allow", "add '@read-only' allow"]],
    ['a class to deny', '', "Bash 'rm -rf build'", ["add 'Bash:rm -rf build' allow", "add '@recursive-deletion' deny"]],
    [
      'only denies for what is allowed',
      rule('Bash:make *', 'allow'),
      "Bash 'make build'",
      ["add 'Bash:make build' deny --at 'before Bash:make *'"],
    ],
    [
      'an allow for each part that no rule decides',
      '',
      "Bash 'make build && npm publish'",
      [
        "add 'Bash:make build && npm publish' allow",
        "add 'Bash:make build' allow && add 'Bash:npm publish' allow",
        "add 'Bash:make *' allow && add 'Bash:npm publish' allow",
      ],
    ],
    [
      'a class for a part that only reads, and a rule for what is written',
      rule('Bash:make *', 'ask'),
      "Bash 'git status && make build > out.txt'",
      [
        "add 'Bash:make build > out.txt' allow --at 'before Bash:make *' && add 'Bash:git status' allow",
        "add 'Bash:make *' allow --at 'before Bash:make *' && add '@read-only' allow && add 'Write:./*.txt' allow",
      ],
    ],
    ['nothing for our own files', '', 'Write .caliban/permissions.toml', []],
  ])('%s', async (_, rules, call, expected) => {
    if (rules !== '') scratch.write(PROJECT, rules);
    const commands = await proposed(call);
    if (expected.length === 0) expect(commands).toEqual([]);
    expect(commands).toEqual(expect.arrayContaining(expected));
    if (call.includes('make build') && rules.includes('allow')) expect(commands.join()).not.toContain(' allow');
  });
});

test('each proposed command does what it says', async () => {
  for (const call of ["Bash 'make build'", "Bash 'make build && npm publish > out.txt'"]) {
    for (const commands of await proposed(call)) {
      for (const command of commands.split(/ && (?=add )/)) await scratch.run(`caliban perms ${command}`);
      const { exit } = await scratch.run(`caliban perms test ${call}`);
      expect([commands, exit]).toEqual([commands, commands.endsWith('deny') ? 1 : 0]);
      scratch.write(PROJECT, '');
    }
  }
});

test('--apply writes the one with that number', async () => {
  const { output } = await scratch.run("caliban perms fix Bash 'make build' --apply 1");
  expect(output).toContain('Added allow `Bash:make build` at /ws/.caliban/permissions.toml:1.');
  expect((await scratch.run("caliban perms test Bash 'make build'")).exit).toBe(0);
});

test.each([
  ['', 'name one call: --last, --id TOOL_USE_ID, or a tool and its input'],
  ['--last', 'no call of this project was asked about or denied lately'],
  ['--id x', 'no decision with the id `x`'],
  ["Bash 'make build' --apply x", '--apply `x` is not a number'],
  ["Bash 'make build' --apply 99", 'there is no fix 99'],
])('`perms fix %s` says what to write', async (args, message) => {
  const { exit, output } = await scratch.run(`caliban perms fix ${args}`);
  expect(exit).not.toBe(0);
  expect(output).toContain(message);
});

test('--last and --id take a call from the log, and compare with the others there', async () => {
  for (const [id, command] of Object.entries({ a: 'make x', b: 'make y', c: 'make build' })) {
    const call = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      session_id: 's',
      tool_use_id: id,
    };
    scratch.write(`${id}.json`, JSON.stringify(call));
    await scratch.run(`caliban hook claude-code < ${id}.json`);
  }
  const last = await scratch.run('caliban perms fix --last');
  expect(last.output).toContain('make build\n  in the log: left to the agent');
  expect(last.output).toMatch(
    /`Bash:make \*`.*\n.*\n +would also have allowed 2 of your last 2 calls here, such as `make y`, `make x`/,
  );
  expect((await scratch.run('caliban perms fix --id a')).output).toContain('make x\n  in the log');
});
