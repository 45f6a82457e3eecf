// One call, judged by cedar: `node cedar.cjs RULES TOOL TEXT` prints the number of the first rule that matches.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const cedar = createRequire(require.resolve('../../peers/package.json'))('@cedar-policy/cedar-wasm/nodejs');

const [, , file, tool, text] = process.argv;
const answer = cedar.isAuthorized({
  principal: { type: 'User', id: 'agent' },
  action: { type: 'Action', id: tool },
  resource: { type: 'Resource', id: 'machine' },
  context: { text },
  policies: { staticPolicies: JSON.parse(readFileSync(file, 'utf8')), templates: {}, templateLinks: [] },
  entities: [],
});
if (answer.type !== 'success') throw new Error(JSON.stringify(answer).slice(0, 300));
const matched = answer.response.diagnostics.reason.map((id) => Number(id.slice(1)));
process.stdout.write(`${matched.length === 0 ? -1 : Math.min(...matched)}\n`);
