import { type Action, createRuleBook, parsePattern } from '@caliban/gate';
import type { PastCall } from '@caliban/storage/histories';
import { expect, test } from 'vitest';
import { PastCallReader } from '../../src/replay/past-call-reader.ts';
import { replay } from '../../src/replay/replay.ts';

function past(agent: PastCall['agent'], tool: string, input: unknown): PastCall {
  return { agent, tool, input, cwd: '/work/app', at: 0, session: 's', ran: 'yes' };
}

function rule(text: string, action: Action, layer: 'user' | 'builtin' = 'user') {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.message);
  return { pattern: pattern.value, action, source: { layer } } as const;
}

test('past calls by today`s rules, under our names', async () => {
  const book = createRuleBook([
    rule('Bash:git *', 'allow'),
    rule('Bash:rm *', 'deny'),
    rule('Read:/work/app/secret', 'ask'),
    rule('Read', 'allow', 'builtin'),
  ]);
  const reader = await PastCallReader.load({ cwd: '/', env: {}, home: '/home/u' });
  const calls = [
    past('claude', 'Bash', { command: 'git status' }),
    past('codex', 'exec_command', { cmd: 'git status' }),
    past('gemini', 'run_shell_command', { command: 'git log && rm x' }),
    past('opencode', 'read', { filePath: 'secret' }),
    past('claude', 'Read', { file_path: '/work/app/other' }),
    past('log', 'Bash', { command: 'make' }),
  ];
  expect(await replay(calls, { reader, bookAt: () => book })).toEqual({
    calls: 6,
    allow: { count: 2, samples: [{ tool: 'Bash', call: 'git status', count: 2 }] },
    deny: { count: 1, samples: [{ tool: 'Bash', call: 'git log && rm x', count: 1 }] },
    ask: { count: 1, samples: [expect.objectContaining({ tool: 'Read' })] },
    left: {
      count: 2,
      samples: [
        { tool: 'Read', call: '/work/app/other', count: 1 },
        { tool: 'Bash', call: 'make', count: 1 },
      ],
    },
  });
});
