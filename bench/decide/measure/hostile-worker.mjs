import { engine } from '../engines/caliban.mjs';
import { cpuMicroseconds } from './clock.mjs';
import { HOSTILE } from './hostile.mjs';

/** One decision on a hostile text, by a gate that has decided something before. */
const { pattern, text } = HOSTILE.find(({ title }) => title === process.argv[2]);
const decide = await engine.load([{ pattern, action: 'deny' }]);
const call = (written) =>
  pattern.startsWith('Bash')
    ? { tool: 'Bash', input: { command: written } }
    : { tool: 'Edit', input: { path: written } };
for (let time = 0; time < 200; time++) decide(call(`git status ${time}`));

// In one piece, as it comes from a model.
const hostile = call(JSON.parse(JSON.stringify(text)));
const cpu = cpuMicroseconds();
const start = performance.now();
const found = decide(hostile);
const wall = performance.now() - start;
if (found !== -1) throw new Error(`the hostile text must not match: ${process.argv[2]}`);
process.send({ milliseconds: Math.min(wall, (cpuMicroseconds() - cpu) / 1000) });
