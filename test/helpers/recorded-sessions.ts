/** Three sessions of Claude Code in January 2026, in the form it records them. They hold nothing of a real machine. */
export function recordedSessions(home: string, workspace: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [5, 8, 12].map((day, index) => {
      const sessionId = `lighthouse-${index + 1}`;
      const lines = CALLS.flatMap((call, at) =>
        callLines(call, { id: `${sessionId}-${at}`, sessionId, day, workspace }),
      );
      const records = [{ type: 'permission-mode', permissionMode: 'default', sessionId }, ...lines];
      const directory = workspace.replaceAll(/[^A-Za-z0-9]/g, '-');
      return [
        `${home}/.claude/projects/${directory}/${sessionId}.jsonl`,
        records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      ];
    }),
  );
}

type Call = { readonly command: string; readonly rejected?: true } | { readonly edited: string };

const CALLS: readonly Call[] = [
  { command: 'npm test' },
  { command: 'git status' },
  { command: 'grep -rn lamp src' },
  { command: 'cat src/lamp.ts' },
  { edited: 'src/lamp.ts' },
  { edited: 'src/lens.ts' },
  { edited: 'src/tower/stairs.ts' },
  { command: 'npm test 2>&1 | tail -20' },
  { command: 'prettier --write src/lamp.ts' },
  { command: 'prettier --write src/lens.ts' },
  { command: 'prettier --write src/tower/stairs.ts' },
  { command: 'git commit -m "Light the lamp"' },
  { command: 'git push origin main', rejected: true },
  { command: 'rm -rf dist' },
];

type Around = { readonly id: string; readonly sessionId: string; readonly day: number; readonly workspace: string };

function callLines(call: Call, { id, sessionId, day, workspace }: Around): readonly object[] {
  const use =
    'edited' in call
      ? { name: 'Edit', input: { file_path: `${workspace}/${call.edited}`, old_string: 'off', new_string: 'on' } }
      : { name: 'Bash', input: { command: call.command } };
  const isRejected = 'rejected' in call;
  const timestamp = new Date(Date.UTC(2026, 0, day, 9)).toISOString();
  return [
    {
      type: 'assistant',
      cwd: workspace,
      sessionId,
      timestamp,
      message: { role: 'assistant', content: [{ type: 'tool_use', id, ...use }] },
    },
    {
      type: 'user',
      sessionId,
      timestamp,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isRejected }],
      },
      ...(isRejected ? { toolDenialKind: 'user-rejected' } : {}),
    },
  ];
}
