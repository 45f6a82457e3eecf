import { guardTool, ToolRefused } from '@caliban/adapters';
import { exampleGuard } from './example-guard.ts';

const bash = guardTool(exampleGuard(), 'Bash', ({ command }: { command: string }) => `ran ${command}`);

for (const command of ['git log', 'rm -rf dist']) {
  try {
    console.log(await bash({ command }));
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error;
    console.log(`refused: ${error.message}`);
  }
}
