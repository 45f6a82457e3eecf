// Loaded before the program: writes what the process used into a file when it ends.
const { writeFileSync } = require('node:fs');

const file = process.env.CALIBAN_BENCH_USAGE;
delete process.env.CALIBAN_BENCH_USAGE;
process.on('exit', () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
