import type { PermissionMode } from '@caliban/gate';
import { carryGeminiRule } from './gemini.ts';
import { join, type RuleImport } from './import-rule.ts';
import { type JsonNode, member } from './jsonc.ts';
import type { Reading } from './reading.ts';

/**
 * `settings.json` of Gemini CLI, which makes rules like those of its policy files: first the exclusions, then what is allowed,
 * then the trusted servers, in any file order.
 */
export function readGeminiSettings(root: JsonNode): Reading {
  const said = [
    ...LISTS.excluded.flatMap((path) => entriesOf(root, path, (server) => fromServer(server, null, 'deny'))),
    ...servers(root).flatMap(excludedFrom),
    ...LISTS.exclude.flatMap((path) => entriesOf(root, path, (tool) => fromTool(tool, 'deny'))),
    ...LISTS.allowed.flatMap((path) => entriesOf(root, path, (tool) => fromTool(tool, 'allow'))),
    ...servers(root).flatMap(trusted),
    ...WITHOUT_EQUAL.flatMap(([path, why]) => withoutEqual(at(root, path), path, why)),
    ...servers(root).flatMap(([name, server]) =>
      withoutEqual(member(server, 'includeTools'), ['mcpServers', name, 'includeTools'], NOTHING_TAKEN_AWAY),
    ),
  ];
  const mode = at(root, ['general', 'defaultApprovalMode']);
  const defaultMode = mode?.kind === 'text' ? MODES.get(mode.text) : undefined;
  return {
    ...join(said),
    notices: said.length === 0 && mode === undefined ? ['the file says nothing about tools'] : [],
    ...(defaultMode === undefined ? {} : { defaultMode }),
  };
}

type SettingPath = readonly [string, ...string[]];

/** The current name of each, then its old name. */
const LISTS: Readonly<Record<'excluded' | 'exclude' | 'allowed', readonly SettingPath[]>> = {
  excluded: [['mcp', 'excluded'], ['excludeMCPServers']],
  exclude: [['tools', 'exclude'], ['excludeTools']],
  allowed: [['tools', 'allowed'], ['allowedTools']],
};

const NOTHING_TAKEN_AWAY = 'caliban does not remove tools; deny those that must not be called';
const WHICH_SERVERS = 'it says which servers are there; allow `mcp__NAME__*` if their tools may run unasked';

const WITHOUT_EQUAL: readonly (readonly [SettingPath, string])[] = [
  [['tools', 'core'], NOTHING_TAKEN_AWAY],
  [['coreTools'], NOTHING_TAKEN_AWAY],
  [['mcp', 'allowed'], WHICH_SERVERS],
  [['allowMCPServers'], WHICH_SERVERS],
];

/** Gemini's `default` is caliban's default anyway, and caliban accepts `yolo` from no file. */
const MODES: ReadonlyMap<string, PermissionMode> = new Map([
  ['auto_edit', 'acceptEdits'],
  ['plan', 'plan'],
]);

function at(root: JsonNode, path: SettingPath): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(member, root);
}

type Carry = (text: string) => (line: number) => RuleImport;

function entriesOf(root: JsonNode, path: SettingPath, carry: Carry): readonly RuleImport[] {
  const list = at(root, path);
  return list === undefined ? [] : entriesIn(list, path.join('.'), carry);
}

function entriesIn(list: JsonNode, name: string, carry: Carry): readonly RuleImport[] {
  if (list.kind !== 'list') return [lost(`\`${name}\``, 'it must be a list', list.line)];
  return list.items.map((item) =>
    item.kind === 'text' ? carry(item.text)(item.line) : lost(`an entry of \`${name}\``, 'it is not text', item.line),
  );
}

/** `read_file`, `run_shell_command`, `run_shell_command(git log)`. */
function fromTool(text: string, decision: 'allow' | 'deny'): (line: number) => RuleImport {
  const [, name = text, prefix] = /^([\w-]+)\((.+)\)$/s.exec(text) ?? [];
  const isShell = SHELL_NAMES.has(name);
  const toolName = isShell ? 'run_shell_command' : name;
  return (line) => {
    if (prefix === undefined) return carryGeminiRule({ toolName, decision }, line);
    if (isShell) return carryGeminiRule({ toolName, commandPrefix: prefix, decision }, line);
    return lost(`${decision} \`${text}\``, BRACKETS, line);
  };
}

const SHELL_NAMES: ReadonlySet<string> = new Set(['run_shell_command', 'ShellTool']);
const BRACKETS = 'Gemini CLI uses the text in brackets only for commands; write a rule for what is meant';

function fromServer(mcpName: string, tool: string | null, decision: 'allow' | 'deny'): (line: number) => RuleImport {
  return (line) => carryGeminiRule({ mcpName, toolName: tool ?? '*', decision }, line);
}

function servers(root: JsonNode): readonly (readonly [string, JsonNode])[] {
  const found = member(root, 'mcpServers');
  return found?.kind === 'object' ? [...found.members] : [];
}

function excludedFrom([name, server]: readonly [string, JsonNode]): readonly RuleImport[] {
  const list = member(server, 'excludeTools');
  if (list === undefined) return [];
  return entriesIn(list, `mcpServers.${name}.excludeTools`, (tool) => fromServer(name, tool, 'deny'));
}

function trusted([name, server]: readonly [string, JsonNode]): readonly RuleImport[] {
  const trust = member(server, 'trust');
  return trust?.kind === 'scalar' && trust.value === true ? [fromServer(name, null, 'allow')(trust.line)] : [];
}

function withoutEqual(node: JsonNode | undefined, path: SettingPath, why: string): readonly RuleImport[] {
  return node === undefined ? [] : [lost(`\`${path.join('.')}\``, why, node.line)];
}

function lost(what: string, why: string, line: number): RuleImport {
  return { rules: [], notCarriedOver: [{ what, why, line }] };
}
