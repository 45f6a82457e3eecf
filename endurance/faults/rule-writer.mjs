// Adds rules one after the other and tells each, until it is killed: `rule-writer.mjs DIRECTORY NAME [COUNT]`.
import { writeSync } from 'node:fs';
import { importBuilt } from '../shared/built.mjs';

const [directory, name, count = '1000'] = process.argv.slice(2);
const { layerFiles } = await importBuilt('storage', 'layers/locations');
const { addRule } = await importBuilt('storage', 'rules/change-rules');
const target = layerFiles('project', directory);

for (let number = 1; number <= Number(count); number++) {
  const added = await addRule(target, { pattern: `Bash:${name}-${number} *`, action: 'allow' });
  if (!added.ok) throw new Error(added.error.message);
  writeSync(1, `${name}-${number}\n`);
}
