import { expect, test } from 'vitest';
import { HookScratch } from './hook-process.ts';

const CALLS = 1_000;
const AT_ONCE = 64;

test(`${CALLS} hooks, ${AT_ONCE} at once: every one answers, every one is in the log`, {
  timeout: 600_000,
}, async () => {
  const scratch = new HookScratch();
  try {
    scratch.rules('home/.config/caliban/permissions.toml', 'allow Bash:git *', 'deny Bash:rm *');
    const answers: string[] = [];
    const calls = Array.from({ length: CALLS }, (_, number) => number);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let number = calls.pop(); number !== undefined; number = calls.pop()) {
          const command = number % 2 === 0 ? `git log ${number}` : `rm ${number}`;
          const { stdout } = await scratch.hook({
            input: scratch.bash(command, { tool_use_id: String(number) }),
            // So many at once share two cores.
            env: { CALIBAN_HOOK_TIMEOUT_MS: '60000' },
          });
          answers.push(`${number} ${JSON.parse(stdout).hookSpecificOutput.permissionDecision}`);
        }
      }),
    );
    const expected = Array.from({ length: CALLS }, (_, number) => `${number} ${number % 2 === 0 ? 'allow' : 'deny'}`);
    expect(answers.sort()).toEqual(expected.sort());
    expect(
      scratch
        .log()
        .map((line) => `${line.tool_use_id} ${line.outcome}`)
        .sort(),
    ).toEqual(expected);
  } finally {
    scratch.remove();
  }
});
