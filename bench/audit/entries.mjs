/** An entry like many of a day, told apart by its number. */
export function entryOf(number, { ts = '2026-11-15T09:30:00.000Z' } = {}) {
  return {
    ts,
    session_id: '0b8f1a52-5d6c-4a39-8c6c-1f0e8a3f2b11',
    turn: 3,
    tool_use_id: `toolu_${number}`,
    agent: undefined,
    cwd: '/home/me/project',
    tool_name: TOOLS[number % TOOLS.length],
    input: { command: commandOf(number), description: 'As asked for' },
    action: 'allow',
    outcome: number % 50 === 49 ? 'deny' : 'allow',
    mode: 'default',
    rule: {
      pattern: 'Bash:npm run *',
      action: 'allow',
      layer: 'project',
      file: '/home/me/project/.caliban/permissions.toml',
      line: 12,
      comment: 'scripts are fine',
    },
    because: { kind: 'rule' },
    part: undefined,
    took_us: 14,
  };
}

/** No two the same. */
export function commandOf(number) {
  return `${COMMANDS[number % COMMANDS.length]} file-${number}`;
}

const COMMANDS = [
  'npm run test -- packages/storage/test --reporter=dot',
  'git status --short',
  'git diff HEAD~1 -- src/index.ts',
  'rg -n "openAuditLog" packages | head -20',
  'sed -n 1,80p packages/gate/src/gate.ts',
  'cd packages/gate && npx tsc -b && npx vitest run',
  'curl -sS https://registry.test/api/v1/packages?page=2',
  'for f in *.ts; do wc -l "$f"; done',
];

const TOOLS = ['Bash', 'Bash', 'Bash', 'Read', 'Grep'];
