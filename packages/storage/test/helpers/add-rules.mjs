// node add-rules.mjs <directory> <layer> <name> <count>: adds rules one after the other and says so after each.
import { layerFiles } from '../../dist/layers/locations.js';
import { addRule } from '../../dist/rules/change-rules.js';

const [directory, layer, name, count] = process.argv.slice(2);
process.stdout.write('ready\n');
for (let number = 0; number < Number(count); number++) {
  const patterns = number === 0 ? ['Bash:shared', `Bash:${name} ${number}`] : [`Bash:${name} ${number}`];
  for (const pattern of patterns) {
    const rule = { pattern, action: 'allow', comment: `from ${name}` };
    const change = await addRule(layerFiles(layer, directory), rule, { deadlineMs: 100_000 });
    if (!change.ok) {
      process.stdout.write(`${change.error.kind}: ${change.error.message}\n`);
      process.exit(1);
    }
  }
  process.stdout.write(`${number}\n`);
}
