import { execFileSync } from 'node:child_process';
import type { ToolCall } from '@caliban/calls';
import { describe, expect, test } from 'vitest';
import { NonInteractiveAskHandler } from '../../src/ask/non-interactive-ask-handler.ts';
import { shellQuote } from '../../src/ask/shell-quote.ts';
import type { Answer } from '../../src/types/answer.ts';
import type { Part, Verdict } from '../../src/types/verdict.ts';
import {
  ASKED,
  bashCall,
  byRule,
  fileCall,
  IN_PROJECT,
  lineCall,
  madeCall,
  madeRule,
  urlCall,
} from '../helpers/made-calls.ts';
import { DOUBTFUL } from '../helpers/made-classifiers.ts';

const NET = byRule(madeRule('*', 'ask'));
const RM: Part = { kind: 'command', text: 'rm x', number: 2, of: 2 };

function denied(message: string): Answer {
  return { kind: 'once', action: 'deny', by: 'non-interactive', message };
}

describe('without auto-allow', () => {
  const handler = new NonInteractiveAskHandler({ autoAllow: false });

  test.each<[string, ToolCall, Verdict, string]>([
    [
      'an edit',
      fileCall('Write', '/repo/a.ts'),
      byRule(madeRule('Write', 'ask')),
      'Write needs approval and nobody can be asked (rule `Write` (builtin)); ' +
        'to let it through, run again with --permission-mode acceptEdits',
    ],
    [
      'an edit that acceptEdits would not let through',
      fileCall('Edit', '/etc/hosts'),
      byRule(madeRule('Edit', 'ask')),
      'Edit needs approval and nobody can be asked (rule `Edit` (builtin)); ' +
        "to let it through, run again with --allow 'Edit:/etc/hosts'",
    ],
    [
      'a command',
      bashCall('git push'),
      byRule(madeRule('Bash:git push*', 'ask', { source: IN_PROJECT })),
      'Bash needs approval and nobody can be asked (rule `Bash:git push*` (project, .caliban/permissions.toml:12)); ' +
        "to let it through, run again with --allow 'Bash:git push'",
    ],
    [
      'a command with quotes and stars',
      bashCall("rm 'a'*"),
      NET,
      'Bash needs approval and nobody can be asked (rule `*` (builtin)); ' +
        "to let it through, run again with --allow 'Bash:rm '\\''a'\\''\\*'",
    ],
    [
      'one command of a line',
      lineCall(['git status', 'rm x']),
      byRule(madeRule('Bash', 'ask'), RM),
      'Bash needs approval and nobody can be asked ("rm x" (part 2 of 2) matches no allow rule); ' +
        "to let it through, run again with --allow 'Bash:git status && rm x' " +
        "(or --allow 'Bash:rm x', if only that part lacks a rule)",
    ],
    [
      'a redirection of a line',
      lineCall(['git status', 'rm x']),
      byRule(madeRule('Write', 'ask'), { kind: 'write', text: '> out', number: 3, of: 3 }),
      'Bash needs approval and nobody can be asked ("> out" (part 3 of 3) matches no allow rule); ' +
        "to let it through, run again with --allow 'Bash:git status && rm x'",
    ],
    [
      'a line nobody can vouch for',
      lineCall(['a', 'b'], { problems: ['unbalanced quote'] }),
      { action: 'ask', because: { kind: 'opaque', problem: 'unbalanced quote' } },
      'Bash needs approval and nobody can be asked (the command cannot be vouched for: unbalanced quote); ' +
        "to let it through, run again with --allow 'Bash', which allows every Bash call " +
        '(no rule for this line alone can allow it)',
    ],
    [
      'a command whose name is known only when it runs',
      lineCall(['$X y'], { nameless: [0] }),
      NET,
      'Bash needs approval and nobody can be asked (rule `*` (builtin)); ' +
        "to let it through, run again with --allow 'Bash', which allows every Bash call " +
        '(no rule for this line alone can allow it)',
    ],
    [
      'a fetch',
      urlCall('https://docs.test/a'),
      NET,
      'WebFetch needs approval and nobody can be asked (rule `*` (builtin)); ' +
        "to let it through, run again with --allow 'WebFetch:https://docs.test/a'",
    ],
    [
      'a fetch with a password in it',
      urlCall('https://me:pw@docs.test/a'),
      NET,
      'WebFetch needs approval and nobody can be asked (rule `*` (builtin)); ' +
        "to let it through, run again with --allow 'WebFetch', which allows every WebFetch call " +
        '(no rule for this url alone can allow it)',
    ],
    [
      'an MCP tool',
      madeCall('mcp__forge__open'),
      ASKED,
      'mcp__forge__open needs approval and nobody can be asked (no rule matches); ' +
        "to let it through, run again with --allow 'mcp__forge__open'",
    ],
    [
      'an MCP tool with short fields',
      madeCall('mcp__forge__open', { input: { repo: 'a/b', title: 'x, y*', body: 'z'.repeat(99) } }),
      ASKED,
      'mcp__forge__open needs approval and nobody can be asked (no rule matches); ' +
        "to let it through, run again with --allow 'mcp__forge__open:repo=a/b,title=x\\, y\\*'",
    ],
    [
      'an MCP tool with a secret',
      madeCall('mcp__forge__login', { input: { token: 'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' } }),
      ASKED,
      'mcp__forge__login needs approval and nobody can be asked (no rule matches); ' +
        "to let it through, run again with --allow 'mcp__forge__login'",
    ],
    [
      'what the classifier doubted',
      bashCall('curl x'),
      { action: 'ask', because: { kind: 'classifier', opinion: DOUBTFUL, over: NET } },
      'Bash needs approval and nobody can be asked ' +
        '(the classifier said soft_deny (Model: touches the network), over ask: rule `*` (builtin)); ' +
        "to let it through, run again with --allow 'Bash:curl x'",
    ],
    [
      'a managed rule',
      bashCall('curl x'),
      byRule(madeRule('Bash', 'ask', { source: { layer: 'managed', file: '/etc/caliban/permissions.toml', line: 4 } })),
      'Bash needs approval and nobody can be asked (rule `Bash` (managed, /etc/caliban/permissions.toml:4)); ' +
        'rule `Bash` (managed, /etc/caliban/permissions.toml:4) is managed, and no --allow lifts it',
    ],
    [
      'an --ask flag',
      bashCall('curl x'),
      byRule(madeRule('Bash', 'ask', { source: { layer: 'cli' } })),
      'Bash needs approval and nobody can be asked (rule `Bash` (cli)); ' +
        "to let it through, run again with --allow 'Bash:curl x', put before the flag that asks",
    ],
    [
      'a path with an escape sequence in it',
      fileCall('Write', '/tmp/\x1b[2J'),
      NET,
      'Write needs approval and nobody can be asked (rule `*` (builtin)); ' +
        'no flag is offered for it, because it cannot be spelled out safely',
    ],
    [
      'a tool the grammar has no name for',
      madeCall('a:b\n'),
      NET,
      'a:b\\n needs approval and nobody can be asked (rule `*` (builtin)); ' +
        'no flag is offered for it, because it cannot be spelled out safely',
    ],
  ])('%s', async (_, call, verdict, message) => {
    expect(await handler.ask({ call, verdict })).toEqual(denied(message));
  });

  test('a line far too long to paste: only its part is offered', async () => {
    const call = lineCall([`echo ${'x'.repeat(5000)}`, 'rm x']);
    const answer = await handler.ask({ call, verdict: byRule(madeRule('Bash', 'ask'), RM) });
    expect(answer).toEqual(
      denied(
        'Bash needs approval and nobody can be asked ("rm x" (part 2 of 2) matches no allow rule); ' +
          "to let it through, run again with --allow 'Bash:rm x'",
      ),
    );
  });
});

describe('with auto-allow', () => {
  test('loud at start and at every call', async () => {
    const notices: string[] = [];
    const handler = new NonInteractiveAskHandler({ autoAllow: true, notice: (text) => notices.push(text) });
    const answers = [
      await handler.ask({ call: bashCall('rm x'), verdict: NET }),
      await handler.ask({ call: madeCall('mcp__\x1b'), verdict: ASKED }),
    ];
    expect([answers, notices]).toEqual([
      Array(2).fill({ kind: 'once', action: 'allow', by: 'auto-allow' }),
      [
        'DANGER: auto-allow is on; every call that would need approval runs without it',
        'auto-allow: Bash runs without approval (rule `*` (builtin))',
        'auto-allow: mcp__\\e runs without approval (no rule matches)',
      ],
    ]);
  });

  test('what cannot be loud does not run', async () => {
    let told = 0;
    const handler = new NonInteractiveAskHandler({
      autoAllow: true,
      notice: () => {
        if (told++ > 0) throw new Error('stderr is gone');
      },
    });
    await expect(handler.ask({ call: bashCall('rm x'), verdict: NET })).rejects.toThrow('stderr is gone');
  });
});

test.each(["it's", '$HOME `x` "y" \\', 'a\nb', "''", ''])('a real shell reads %j back', (text) => {
  const out = execFileSync('/bin/sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' });
  expect(out).toBe(text);
});
