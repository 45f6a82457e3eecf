import { DEFAULT_RULES } from '@caliban/gate/internal/defaults/default-rules';
import { describeVerdict } from '@caliban/gate/internal/record/describe-verdict';
import { judgeRequest } from '../judge-request.ts';
import { paint } from '../output/paint.ts';
import { worldAt } from '../surroundings.ts';
import type { Terminal } from '../terminal.ts';

/** Calls an agent might make, each judged for real by the built-in rules. */
const CALLS: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>, shown: string])[] = [
  ['Read', { path: 'README.md' }, 'README.md'],
  ['Grep', { pattern: 'TODO', path: 'src' }, 'TODO in src'],
  ['Bash', { command: 'git status && rm -rf ~' }, 'git status && rm -rf ~'],
  ['Edit', { path: 'src/main.ts' }, 'src/main.ts'],
  ['WebFetch', { url: 'https://docs.test/' }, 'https://docs.test/'],
  ['mcp__forge__open', { repo: 'acme/web' }, 'repo acme/web'],
];

export async function showBuiltInRules(terminal: Terminal): Promise<number> {
  terminal.out('caliban judges every tool call of an agent before it runs. With the built-in rules alone:\n\n');
  for (const [tool, input, shown] of CALLS) {
    const { verdict } = await judgeRequest({
      request: { tool, input },
      policy: { rules: DEFAULT_RULES, lockedLayers: [], mode: 'default', autoModeDisabled: false, warnings: [] },
      ...worldAt({}, terminal),
    });
    terminal.out(`  ${`${tool} ${shown}`.padEnd(34)} ${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
  }
  terminal.out(
    "\nTry a rule of your own:\n\n  npm start -- perms test Bash 'git log | head -5' --allow 'Bash:git *'\n\n",
  );
  terminal.out('caliban --help says what else there is.\n');
  return 0;
}
