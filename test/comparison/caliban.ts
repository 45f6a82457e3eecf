import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Question } from './questions.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));

/** The lines that the built program has an allow for; with `see_through_wrappers` unless only the plain rules are asked for. */
export function calibanLetsRun({ allow, deny, lines }: Question, isPlain = false): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-rules-'));
  try {
    const file = join(directory, 'permissions.toml');
    writeFileSync(file, rulesText({ allow, deny }, isPlain));
    const calls = lines.map((command) => JSON.stringify({ tool: 'Bash', input: { command } }));
    const answers = execFileSync(process.execPath, [PROGRAM, 'perms', 'test', '--rules', file, '--batch', '-'], {
      encoding: 'utf8',
      input: `${calls.join('\n')}\n`,
    });
    const actions = answers
      .trimEnd()
      .split('\n')
      .map((answer): string => JSON.parse(answer).action);
    return lines.filter((_, index) => actions[index] === 'allow');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function rulesText({ allow, deny }: Pick<Question, 'allow' | 'deny'>, isPlain: boolean): string {
  const rules = [
    ...deny.map((program) => ({ pattern: `Bash:${program} *`, action: 'deny' })),
    ...(allow === 'everything' ? ['Bash'] : allow.map((program) => `Bash:${program} *`)).map((pattern) => ({
      pattern,
      action: 'allow',
    })),
  ];
  const written = rules.map(
    ({ pattern, action }) => `[[permissions.rules]]\npattern = "${pattern}"\naction = "${action}"\n`,
  );
  return [`[permissions]\nsee_through_wrappers = ${!isPlain}\n`, ...written].join('\n');
}
