import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scratch } from '../../helpers/scratch.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = new Scratch();
});

afterEach(() => scratch.remove());

const rule = (text: string) => {
  const [, pattern, action] = /^(.*) (\w+)$/.exec(text) ?? [];
  return `[[permissions.rules]]\npattern = '${pattern}'\naction = "${action}"\n`;
};
const file = (...texts: readonly string[]) => texts.map(rule).join('\n');

const RULES = file('Bash:rm * deny', 'Bash:git push * ask', 'Bash:git * allow');

/** Calls of caliban's log, all on one day of 2026. */
function log(calls: readonly (readonly [command: string, cwd?: string])[]): Promise<unknown> {
  const lines = calls.map(([command, cwd = 'WS'], index) =>
    JSON.stringify({
      ts: new Date(Date.UTC(2026, 0, 5, 9, index)).toISOString(),
      session_id: 's',
      cwd,
      tool_name: 'Bash',
      input: { command },
      action: 'ask',
      outcome: 'handed-over',
    }),
  );
  scratch.write('~/.local/state/caliban/permission-decisions.jsonl', lines.map((line) => `${line}\n`).join(''));
  return scratch.run('sed -i "s|WS|$PWD|" "$HOME/.local/state/caliban/permission-decisions.jsonl"');
}

const plan = (words: string) => scratch.run(`caliban perms plan --since 2026-01-01 ${words}`);

async function json(words: string) {
  const { output, exit } = await plan(`${words} --json`);
  return { exit, ...JSON.parse(output) };
}

const HISTORY = [
  ['git status'],
  ['git push origin main'],
  ['git push origin main'],
  ['npm test'],
  ['rm -rf x'],
] as const;

describe('the replay', () => {
  beforeEach(async () => {
    scratch.write('.caliban/permissions.toml', RULES);
    await log(HISTORY);
  });

  test('a matrix, the calls behind what changes, and the questions a week', async () => {
    expect(await plan("--remove 'Bash:git push *' --add 'Bash:npm test allow'")).toEqual({
      exit: 0,
      output: `Changes to /ws/.caliban/permissions.toml:
  - ask   Bash:git push *
  + allow Bash:npm test

Replayed 5 calls since 2026-01-01: caliban's log (1 file).

  before \\ after     allow      left       ask      deny
  allow                  1         0         0         0
  left                   1         0         0         0
  ask                    2         0         0         0
  deny                   0         0         0         1
  left: no written rule decides, so the agent goes by its own rules; as a rule it asks

Questions a week: 2 before, 0 after (2 saved)
Left to the agent a week: 1 before, 0 after (1 saved)

left -> allow, 1 call:
      1x  Bash npm test

ask -> allow, 2 calls:
      2x  Bash git push origin main`,
    });
  });

  test.each<[words: string, changed: readonly string[]]>([
    ["--add 'Bash:npm test allow'", ['left-allow 1']],
    ["--add 'Bash:npm test allow' --at top", ['left-allow 1']],
    ["--add 'Bash:git * deny' --at top", ['allow-deny 1', 'ask-deny 2']],
    ["--add 'Bash:git * deny'", []],
    ["--add 'Bash:npm * ask' --add 'Bash:npm * allow'", ['left-ask 1']],
    ["--remove 'Bash:rm *'", ['deny-left 1']],
    ["--remove 'Bash:git *' --remove 'Bash:git push *'", ['allow-left 1', 'ask-left 2']],
    ['draft.toml', ['allow-left 1', 'left-allow 1', 'ask-left 2', 'deny-ask 1']],
    ["draft.toml --add 'Bash:git push * deny'", ['allow-left 1', 'left-allow 1', 'ask-deny 2', 'deny-ask 1']],
    ['draft.toml --scope local', ['left-allow 1', 'deny-ask 1']],
    ['draft.toml --scope user', ['left-allow 1']],
    ['--import claude.json', ['left-allow 1']],
    // Settings of the file are honoured, and classes.
    ['wrappers.toml', ['allow-left 1', 'ask-left 2']],
    ["--add '@recursive-deletion allow' --at top", ['deny-allow 1']],
    ['fallback.toml', ['allow-ask 1', 'left-ask 1', 'deny-ask 1']],
  ])('%s', async (words, changed) => {
    scratch.write('draft.toml', file('Bash:rm * ask', 'Bash:npm * allow'));
    scratch.write('wrappers.toml', `[permissions]\nsee_through_wrappers = true\n\n${file('Bash:rm * deny')}`);
    scratch.write('fallback.toml', '[permissions]\nhost_fallback = "ask"\n');
    scratch.write('claude.json', '{"permissions": {"allow": ["Bash(npm test)"]}}');
    const { matrix } = await json(words);
    const cells = Object.entries<Record<string, number>>(matrix).flatMap(([from, row]) =>
      Object.entries(row).flatMap(([to, count]) => (from !== to && count > 0 ? [`${from}-${to} ${count}`] : [])),
    );
    expect(cells).toEqual(changed);
  });

  test('wrappers are seen through on the side that says so', async () => {
    await log([['sudo rm x']]);
    scratch.write('.caliban/permissions.toml', file('Bash:rm * deny', 'Bash:sudo * allow'));
    scratch.write(
      'draft.toml',
      `[permissions]\nsee_through_wrappers = true\n\n${file('Bash:rm * deny', 'Bash:sudo * allow')}`,
    );
    expect((await json('draft.toml')).matrix.allow).toEqual({ allow: 0, left: 0, ask: 0, deny: 1 });
  });

  test('--details lists every call of a cell', async () => {
    const { output } = await plan("--add 'Bash:npm * allow' --details deny-deny");
    expect(output).toContain('deny -> deny, 1 call:\n      1x  Bash rm -rf x');
  });

  test('calls of other projects are used for the user`s own file, each with the rules of its project', async () => {
    scratch.write('/other/.git/HEAD', '');
    scratch.write('/other/.caliban/permissions.toml', file('Bash:npm test deny'));
    await log([['npm test'], ['npm test', '/OTHER']]);
    await scratch.run(
      'sed -i "s|/OTHER|$(dirname $PWD)/other|" "$HOME/.local/state/caliban/permission-decisions.jsonl"',
    );
    const { matrix } = await json("--scope user --add 'Bash:npm test allow'");
    expect([matrix.left.allow, matrix.deny.deny]).toEqual([1, 1]);
    expect((await json("--scope user --add 'Bash:npm test allow' --project .")).calls).toBe(1);
    scratch.write('/other/.caliban/permissions.toml', 'what?');
    const { output } = await plan("--scope user --add 'Bash:npm test allow'");
    expect(output).toContain("the rules of /other don't load; its calls are judged without them");
  });

  test('a file of calls is replayed too', async () => {
    scratch.write('calls.jsonl', '{"tool": "Bash", "input": {"command": "npm test"}}\n');
    expect((await json("--from claude --calls calls.jsonl --add 'Bash:npm test allow'")).matrix.left.allow).toBe(1);
    scratch.write('calls.jsonl', '{"tool": 1}\n');
    expect(await plan("--calls calls.jsonl --add 'Bash:npm test allow'")).toEqual({
      exit: 3,
      output: '/ws/calls.jsonl:1: expected {"tool": …, "input": …}',
    });
  });
});

describe('--no-new-access', () => {
  type Row = {
    readonly before: string;
    readonly words: string;
    readonly calls?: readonly (readonly [string])[];
    readonly verdict: 'none' | 'new' | 'undecided';
    /** In the output. */
    readonly said?: string;
  };

  test.each<Row>([
    { before: RULES, words: "--add 'Bash:sudo * deny'", calls: HISTORY, verdict: 'none' },
    { before: RULES, words: "--remove 'Bash:git *'", calls: HISTORY, verdict: 'none' },
    { before: RULES, words: "--add 'Bash:git log * allow'", verdict: 'none' },
    { before: RULES, words: "--add 'Bash:git commit * allow' --at top", verdict: 'undecided', said: 'added allow' },
    // Replayed first.
    {
      before: RULES,
      words: "--add 'Bash:npm * allow'",
      calls: HISTORY,
      verdict: 'new',
      said: '1x in the replay: Bash npm test',
    },
    // No call is known, and one is made up.
    { before: RULES, words: "--add 'Bash:npm * allow'", verdict: 'new', said: 'for example: Bash npm x' },
    { before: RULES, words: "--remove 'Bash:git push *'", verdict: 'new', said: 'for example: Bash git push x' },
    { before: RULES, words: "--add 'Bash:git push * allow' --at top", verdict: 'new', said: 'git push' },
    { before: RULES, words: "--add '@read-only allow'", verdict: 'new', said: 'for example: ' },
    // A rule stopped it, and no rule decides it now.
    { before: RULES, words: "--remove 'Bash:rm *'", verdict: 'undecided', said: "the agent's own rules may allow it" },
    { before: RULES, words: "--remove 'Bash:rm *'", calls: HISTORY, verdict: 'undecided', said: 'Bash rm -rf x' },
    { before: `[permissions]\nhost_fallback = "ask"\n\n${RULES}`, words: "--remove 'Bash:rm *'", verdict: 'none' },
    // In caliban's own sessions a built-in rule allows it.
    { before: file('Read:.env deny'), words: '--remove Read:.env', verdict: 'new', said: 'Read .env' },
    {
      before: file('Bash:rm * deny', 'Bash allow'),
      words: "--remove 'Bash:rm *' --add 'Bash:rm * ask' --at top",
      verdict: 'none',
    },
    {
      before: file('Bash:rm * deny', 'Bash allow'),
      words: "--remove 'Bash:rm *' --add 'Bash:rm -rf * deny' --at top",
      verdict: 'new',
      said: 'Bash rm x',
    },
    {
      before: file('Read:.env deny', 'Bash:cat * allow'),
      words: '--remove Read:.env --add Read ask',
      verdict: 'new',
      said: 'x',
    },
  ])('$words → $verdict', async ({ before, words, calls = [], verdict, said }) => {
    scratch.write('.caliban/permissions.toml', before);
    await log(calls);
    const { output, exit } = await plan(`${words.replace('Read ask', "'Read ask'")} --no-new-access`);
    const heads = { none: 'No new access', new: 'New access', undecided: 'Could not be decided' };
    expect(output).toMatch(new RegExp(`^${heads[verdict]}: `, 'm'));
    if (said !== undefined) expect(output).toContain(said);
    expect(exit).toBe(verdict === 'none' ? 0 : 1);
  });

  test.each([
    ['see_through_wrappers = true', '', file('Bash:rm * deny', 'Bash:sudo * allow'), 'for example: Bash sudo rm x'],
    ['see_through_wrappers = true', '', file('Bash:rm * deny'), 'for example: Bash sudo rm x'],
    [
      'see_through_wrappers = true',
      '',
      file('Bash:git * allow'),
      'could not be decided: `see_through_wrappers` is no longer on',
    ],
    [
      '',
      'default_mode = "acceptEdits"',
      RULES,
      'could not be decided: `default_mode` goes from default to acceptEdits',
    ],
    ['host_fallback = "deny"', '', RULES, 'could not be decided: `host_fallback` goes from deny to leave'],
    ['enforce = true', '', RULES, 'could not be decided: `enforce` is no longer on'],
  ])('a file with `%s`, then with `%s`', async (before, after, rules, said) => {
    scratch.write('~/.config/caliban/permissions.toml', `[permissions]\n${before}\n\n${rules}`);
    scratch.write('draft.toml', `[permissions]\n${after}\n\n${rules}`);
    const { output, exit } = await plan('draft.toml --scope user --no-new-access');
    expect(output).toContain(said);
    expect(exit).toBe(1);
  });
});

describe('a git ref', () => {
  const git = (command: string) => scratch.run(`git -c user.name=me -c user.email=me@example.com ${command}`);

  beforeEach(async () => {
    await scratch.run('rm -rf .git && git init -q -b main');
    scratch.write('.caliban/permissions.toml', RULES);
    await git('add -A');
    await git('commit -qm "the rules"');
  });

  test('is what was before, and the working tree what is after', async () => {
    scratch.write('.caliban/permissions.toml', `${RULES}\n${rule('Bash:npm * allow')}`);
    const { exit, output } = await plan('main --no-new-access --format markdown');
    expect([exit, output]).toEqual([
      1,
      `### What changes in the permission rules since \`main\`

| | action | rule |
|---|---|---|
| added | allow | \`Bash:npm *\` |

**New access: calls are allowed that were not.**

| | call | before | after |
|---|---|---|---|
| possible | \`Bash npm x\` | \`no written rule decides\` | \`\` allow: rule \`Bash:npm *\` (project, /ws/.caliban/permissions.toml:13) \`\` |

No past calls since 2026-01-01, so only the rules themselves were compared.`,
    ]);
    expect((await plan('HEAD --no-new-access')).exit).toBe(1);
    await git('commit -qam more');
    expect((await plan('HEAD --no-new-access')).exit).toBe(0);
    expect((await plan('HEAD~1 --no-new-access')).exit).toBe(1);
  });

  test('settings of the project are read at that ref, too', async () => {
    scratch.write('.caliban/settings.toml', file('Bash:npm * allow'));
    expect((await plan('main --no-new-access')).output).toContain('+ allow Bash:npm *');
    await scratch.run(
      'rm .caliban/settings.toml && git rm -q --cached .caliban/permissions.toml && rm .caliban/permissions.toml',
    );
    expect((await plan('main --no-new-access')).output).toContain('- deny  Bash:rm *');
  });

  test.each([
    ['a link in its place is not followed', 'ln -sf /etc/passwd .caliban/permissions.toml', 3, 'is a symbolic link at'],
    ['rules that do not load', 'echo "what?" > .caliban/permissions.toml', 3, '(at HEAD)'],
  ])('%s', async (_, change, code, said) => {
    await scratch.run(change);
    await git('add -A');
    await git('commit -qm x');
    await scratch.run('rm .caliban/permissions.toml');
    const { output, exit } = await plan('HEAD');
    expect([exit, output]).toEqual([code, expect.stringContaining(said)]);
  });

  test('a file of the name of a ref is neither', async () => {
    scratch.write('main', RULES);
    const { output, exit } = await plan('main --no-new-access');
    expect([exit, output]).toEqual([2, expect.stringContaining('`main` is a file and a git ref')]);
    expect((await plan('./main')).exit).toBe(0);
    expect((await plan('refs/heads/main')).exit).toBe(0);
  });
});

test.each([
  ['', 'say what changes'],
  ['nowhere', '`nowhere` is neither a file nor a git ref'],
  ['--output=x', 'there is no flag'],
  ["--add 'Bash:git *'", 'unknown action `*`'],
  ['--add Bash', 'lacks an action'],
  ["--add 'Bash:git * alow'", 'did you mean `allow`'],
  ["--remove 'Bash:git *'", 'no rule of the file has the pattern `Bash:git *`'],
  ["--add 'Bash allow' --details ask", 'is not a cell'],
  ["--add 'Bash allow' --details ask-alow", 'is not a cell'],
  ["--add 'Bash allow' --format html", 'it takes text, json, markdown'],
  ["--add 'Bash allow' --format text --json", 'exclude each other'],
  ["--add 'Bash allow' --from cloude", 'did you mean `claude`'],
  ["--add 'Bash allow' --scope managed", 'it takes user, project, local'],
  ["--add 'Bash allow' --calls nowhere.jsonl", 'there is no such file'],
  ["--add 'Bash allow' --project nowhere", 'there is no such directory'],
  ['--import nowhere.json', 'there is no such file'],
])('`perms plan %s` says what was meant, and exits 2', async (words, said) => {
  const { output, exit } = await plan(words);
  expect([exit, output]).toEqual([2, expect.stringContaining(said)]);
});

test('a draft that does not load is an error, and never a yes', async () => {
  scratch.write('draft.toml', '[[permissions.rules]]\npattern = "Bash"\naction = "alow"\n');
  const { output, exit } = await plan('draft.toml --no-new-access');
  expect([exit, output]).toEqual([3, expect.stringContaining('unknown action `alow`')]);
});

test('the content of rules does not break out of the table of a comment', async () => {
  scratch.write('draft.toml', file('Bash:echo `x` | @all </table> allow'));
  const { output } = await plan('draft.toml --format markdown');
  expect(output).toContain('| added | allow | `` Bash:echo `x` \\| @all </table> `` |');
});

test('the workflow of the documentation writes the comment, and fails on new access', async () => {
  const page = readFileSync(new URL('../../../../../docs/plan.md', import.meta.url), 'utf8');
  const [, steps = ''] = /run: \|\n(.*?)```/s.exec(page) ?? [];
  scratch.write('steps.sh', steps.replaceAll(/^ {10}/gm, ''));
  scratch.write('gh', '#!/bin/sh\nshift 2; echo "gh $*" > gh.txt\n');
  const start = `chmod +x gh && export PATH=$PWD:$PATH BASE=origin/main PULL_REQUEST=url GITHUB_STEP_SUMMARY=summary.md`;
  const git = 'git -c user.name=me -c user.email=me@example.com';
  scratch.write('.caliban/permissions.toml', RULES);
  scratch.write('.caliban/calls.jsonl', '{"tool": "Bash", "input": {"command": "npm run x"}}\n');
  await scratch.run(
    `rm -rf .git && git init -q && git add -A && ${git} commit -qm x && git update-ref refs/remotes/origin/main HEAD`,
  );
  expect((await scratch.run(`${start} && bash -e steps.sh`)).exit).toBe(0);
  scratch.write('.caliban/permissions.toml', `${RULES}\n${rule('Bash:npm * allow')}`);
  expect((await scratch.run(`${start} && bash -e steps.sh`)).exit).toBe(1);
  expect((await scratch.run('cat gh.txt')).output).toBe('gh url --edit-last --create-if-none --body-file plan.md');
  expect((await scratch.run('cat summary.md')).output).toContain('| 1x | `Bash npm run x` |');
});
