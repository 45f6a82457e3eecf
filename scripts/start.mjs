// npm start [-- arguments]: installs and builds if need be, then runs the program.
import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

await prepare();
const program = spawn(process.execPath, [`${root}packages/cli/dist/bundle/caliban.cjs`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
program.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
