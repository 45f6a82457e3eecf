import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Question } from './questions.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));

/** The lines that the built program has an allow for. `pattern` spells a deny of a program. */
export function calibanLetsRun(
  { allow, deny, lines }: Question,
  pattern: (program: string) => string = (program) => `Bash:${program} *`,
): readonly string[] {
  const rules = [
    ...deny.map((program) => ({ pattern: pattern(program), action: 'deny' })),
    ...(allow === 'everything' ? ['Bash'] : allow.map((program) => `Bash:${program} *`)).map((allowed) => ({
      pattern: allowed,
      action: 'allow',
    })),
  ];
  const calls = lines.map((command) => JSON.stringify({ tool: 'Bash', input: { command }, rules, workspace: '/repo' }));
  const answers = execFileSync(process.execPath, [PROGRAM, 'perms', 'test', '--batch', '-'], {
    encoding: 'utf8',
    input: `${calls.join('\n')}\n`,
  });
  const actions = answers
    .trimEnd()
    .split('\n')
    .map((answer): string => JSON.parse(answer).action);
  return lines.filter((_, index) => actions[index] === 'allow');
}
