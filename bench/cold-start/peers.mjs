import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CASBIN_MODEL } from '../decide/casbin-model.mjs';
import { generateRules } from '../decide/generate-rules.mjs';
import { regexpSource } from '../decide/glob-to-regexp.mjs';
import { readRule, widened } from '../decide/rule-text.mjs';

const PEERS = fileURLToPath(new URL('../peers/node_modules/', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../../test/clients/node_modules/', import.meta.url));
const ONE_SHOT = fileURLToPath(new URL('one-shot/', import.meta.url));

const COMMAND = 'git push origin main';

/** Others that decide one call in one process. Those that are not installed here are left out, with a word. */
export function peers(scratch, home) {
  return [...codexRows(scratch, home), ...libraryRows(scratch, home)].filter(({ name, needs }) => {
    if (existsSync(needs)) return true;
    process.stderr.write(`cold-start: without ${name}: ${needs} is not there\n`);
    return false;
  });
}

/** `npm run test:clients` brings it. As a program by itself, and as npm starts it. */
function codexRows(scratch, home) {
  const native = `${CLIENTS}@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex`;
  const npm = `${CLIENTS}@openai/codex/bin/codex.js`;
  const args = (count) => ['execpolicy', 'check', '--rules', prefixRules(scratch, count), '--', ...COMMAND.split(' ')];
  const row = (count) => ({ needs: native, command: native, args: args(count), home, expects: '"decision":"allow"' });
  return [
    ...[10, 1_000, 10_000].map((count) => ({ name: `codex execpolicy check, ${shown(count)} rules`, ...row(count) })),
    {
      name: 'codex execpolicy check, 1,000 rules, npm bin',
      ...row(1_000),
      command: process.execPath,
      args: [npm, ...args(1_000)],
    },
  ];
}

/** Its rules are prefixes of words, so only ours that are such go in; the last allows the call. */
function prefixRules(scratch, count) {
  const prefixes = generateRules(count * 3)
    .flatMap(({ pattern }) => /^Bash:([^~*]+)\*?$/.exec(pattern)?.slice(1) ?? [])
    .map((text) => text.trim().split(' '))
    .slice(0, count - 1);
  const file = `${scratch}codex-${count}.rules`;
  const rules = [...prefixes, ['git', 'push', 'origin']].map(
    (words) => `prefix_rule(pattern=${JSON.stringify(words)}, decision="allow")\n`,
  );
  writeFileSync(file, rules.join(''));
  return file;
}

function libraryRows(scratch, home) {
  const count = 1_000;
  const rules = generateRules(count).map((rule) => ({ ...readRule(rule), action: rule.action }));
  const matches = (rule) => rule.tool === 'Bash' && new RegExp(regexpSource(rule, { any: '[^]' })).test(COMMAND);
  const expects = `${rules.findIndex(matches)}\n`;
  const row = (name, needs, written) => {
    const file = `${scratch}${name}.json`;
    writeFileSync(file, JSON.stringify(written));
    const args = [`${ONE_SHOT}${name}.cjs`, file, 'Bash', COMMAND];
    return { name: `${name}, ${shown(count)} rules`, needs, args, home, expects };
  };
  return [
    row(
      'opencode-style',
      ONE_SHOT,
      rules.map(({ tool, glob }) => ({ tool, glob: widened(glob) })),
    ),
    row('casbin', `${PEERS}casbin`, { model: CASBIN_MODEL, policies: rules.map(casbinPolicy) }),
    row('cedar', `${PEERS}@cedar-policy/cedar-wasm`, Object.fromEntries(rules.map(cedarPolicy))),
  ];
}

function casbinPolicy(rule, index) {
  return [rule.tool, regexpSource(rule, { any: '[^]' }), rule.action === 'deny' ? 'deny' : 'allow', String(index)];
}

function cedarPolicy({ tool, kind, key, glob }, index) {
  const field = kind === 'field' ? key : 'text';
  const when = `context has ${field} && context.${field} like ${JSON.stringify(widened(glob))}`;
  return [`r${index}`, `permit(principal, action == Action::"${tool}", resource) when { ${when} };`];
}

function shown(count) {
  return count.toLocaleString('en');
}
