import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { regexpSource } from '../glob-to-regexp.mjs';
import { resolvePeer } from '../peer.mjs';
import { argumentOf, readRule } from '../rule-text.mjs';

// The package ships one bundle; the part with the policy engine is named `core-<hash>.js`.
const bundle = join(dirname(resolvePeer('@google/gemini-cli/package.json')), 'bundle');
const core = readdirSync(bundle).find((file) => /^core-.*\.js$/.test(file));
const { PolicyEngine, debugLogger, loadPoliciesFromToml } = await import(pathToFileURL(join(bundle, core)).href);
debugLogger.debug = () => {};

const TOOLS = { Bash: 'run_shell_command', Edit: 'replace', Write: 'write_file', Read: 'read_file' };
const FIELDS = { command: 'command', path: 'file_path' };

export const engine = {
  about:
    'Gemini CLI: `loadPoliciesFromToml` + `PolicyEngine.check`, one priority, file order; parses shell calls (tree-sitter)',
  exact: 'it takes shell calls apart, downgrades redirections and protects build files',
  async load(rules) {
    const directory = mkdtempSync(join(tmpdir(), 'caliban-bench-'));
    const file = join(directory, 'policy.toml');
    writeFileSync(file, Array.from(rules, tomlRule).join('\n'));
    const loaded = await loadPoliciesFromToml([file], () => 4);
    rmSync(directory, { recursive: true });
    const problem = loaded.errors.find(({ severity }) => severity !== 'warning');
    if (problem !== undefined) throw new Error(`${problem.message}: ${problem.details}`);

    const positions = new Map(loaded.rules.map((rule, index) => [rule, index]));
    const policy = new PolicyEngine({ rules: loaded.rules });
    return async (call) => {
      const { rule } = await policy.check(geminiCall(call), undefined);
      return positions.get(rule) ?? -1;
    };
  },
};

/** Arguments reach a rule as JSON text with every top-level field between two NUL characters. */
function tomlRule(rule) {
  const parsed = readRule(rule);
  const field = FIELDS[parsed.key] ?? parsed.key;
  const value = regexpSource(parsed, { any: '[^\\0]' }).slice(1, -1);
  const decision = rule.action === 'ask' ? 'ask_user' : rule.action;
  return [
    '[[rule]]',
    `toolName = ${JSON.stringify(geminiTool(parsed.tool))}`,
    `argsPattern = ${JSON.stringify(`\\0"${field}":"${value}"\\0`)}`,
    `decision = "${decision}"`,
    'priority = 500',
    '',
  ].join('\n');
}

function geminiTool(tool) {
  return TOOLS[tool] ?? tool.replace('mcp__', 'mcp_').replace('__', '_');
}

function geminiCall(call) {
  const { command, path, ...others } = call.input;
  const argument = argumentOf(call);
  if (argument === null) return { name: geminiTool(call.tool), args: call.input };
  const field = command === undefined ? 'file_path' : 'command';
  return { name: geminiTool(call.tool), args: { ...others, [field]: argument } };
}
