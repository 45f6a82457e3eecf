import { canUseTool } from '@caliban/adapters';
import { exampleGuard } from './example-guard.ts';

// With the SDK: query({ prompt, options: { canUseTool: canUseTool(exampleGuard()) } }). It is no dependency of this
// repository, so here we call back in its place.
const decide = canUseTool(exampleGuard());
const { signal } = new AbortController();

console.log(await decide('Bash', { command: 'git log' }, { signal, toolUseID: 'toolu_1' }));
console.log(await decide('Bash', { command: 'rm -rf dist' }, { signal, toolUseID: 'toolu_2' }));
console.log(await decide('Read', { file_path: '/repo/README.md' }, { signal, toolUseID: 'toolu_3' }));
