// One call, judged as opencode does it: `node opencode-style.cjs RULES TOOL TEXT` prints the number of the first rule that matches.
const { readFileSync } = require('node:fs');

const [, , file, tool, text] = process.argv;
const rules = JSON.parse(readFileSync(file, 'utf8')).reverse();
const at = rules.findLastIndex((rule) => matches(rule.tool, tool) && matches(rule.glob, text));
process.stdout.write(`${at === -1 ? -1 : rules.length - 1 - at}\n`);

function matches(glob, text) {
  const source = glob.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 's').test(text);
}
