// One call, judged by casbin: `node casbin.cjs RULES TOOL TEXT` prints the number of the first rule that matches.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { newEnforcer, newModel } = createRequire(require.resolve('../../peers/package.json'))('casbin');

const [, , file, tool, text] = process.argv;
const { model, policies } = JSON.parse(readFileSync(file, 'utf8'));

newEnforcer(newModel(model)).then(async (enforcer) => {
  await enforcer.addPolicies(policies);
  const [, matched] = enforcer.enforceExSync(tool, text);
  process.stdout.write(`${matched.length === 0 ? -1 : matched[3]}\n`);
});
