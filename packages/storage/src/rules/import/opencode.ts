import type { Action } from '@caliban/gate';
import { isAction } from '@caliban/gate/types';
import { type ForeignRule, importRule, join, type RuleImport } from './import-rule.ts';
import type { NotCarriedOver } from './imported.ts';
import { type JsonNode, member } from './jsonc.ts';
import { type OpencodeRule, translateOpencode } from './opencode/translate-opencode.ts';
import type { Reading } from './reading.ts';

/** `opencode.json`. The last match wins there, so the rules are reversed. */
export function readOpencode(root: JsonNode): Reading {
  const { rules, unreadable } = opencodeRules(root);
  const guards = rules.filter(({ permission }) => GUARDS.has(permission));
  const others = rules.filter(({ permission }) => !GUARDS.has(permission));
  return {
    ...join([
      // opencode asks about paths outside the workspace in addition to everything else, so a deny of those comes first.
      ...guards.map(carryGuard),
      ...others.reverse().map((rule) => importRule(foreignOf(rule), translateOpencode(rule))),
      { rules: [], notCarriedOver: [...unreadable, ...perAgent(root)] },
    ]),
    notices: [rules.length === 0 ? 'the file has no permissions' : 'opencode allows what no rule names; caliban asks'],
  };
}

/** Questions that opencode asks in addition to those about a tool. */
const GUARDS: ReadonlySet<string> = new Set(['external_directory', 'doom_loop']);

type Rules = { readonly rules: readonly OpencodeRule[]; readonly unreadable: readonly NotCarriedOver[] };

/** In the order of the file: old switches, then `permission`, then the list of version 2. */
function opencodeRules(root: JsonNode): Rules {
  const rules: OpencodeRule[] = [];
  const unreadable: NotCarriedOver[] = [];
  const add = (permission: string, pattern: string, written: JsonNode | undefined, line: number) => {
    const action = actionOf(written);
    if (action !== null) rules.push({ permission, pattern, action, line });
    else unreadable.push({ what: `${permission} \`${pattern}\``, why: 'it says neither allow, ask nor deny', line });
  };
  for (const [tool, node] of membersOf(member(root, 'tools'))) {
    add(WRITING.has(tool) ? 'edit' : tool, '*', switchedOn(node), node.line);
  }
  const permission = member(root, 'permission');
  if (permission?.kind === 'text') add('*', '*', permission, permission.line);
  for (const [name, node] of membersOf(permission)) {
    if (node.kind !== 'object') add(name, '*', node, node.line);
    for (const [pattern, written] of membersOf(node)) add(name, pattern, written, written.line);
  }
  const list = member(root, 'permissions');
  for (const item of list?.kind === 'list' ? list.items : []) {
    const [name, resource] = [textOf(member(item, 'action')), textOf(member(item, 'resource'))];
    add(name ?? '?', resource ?? '*', name === null ? undefined : member(item, 'effect'), item.line);
  }
  return { rules, unreadable };
}

const WRITING: ReadonlySet<string> = new Set(['write', 'edit', 'patch', 'multiedit']);

function switchedOn(node: JsonNode): JsonNode | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'boolean') return undefined;
  return { line: node.line, kind: 'text', text: node.value ? 'allow' : 'deny' };
}

function carryGuard(rule: OpencodeRule): RuleImport {
  const foreign = foreignOf(rule);
  if (rule.permission === 'doom_loop') {
    return importRule(foreign, { kind: 'none', why: 'caliban does not watch for repeated calls' });
  }
  if (rule.action !== 'deny' || /^\*+$/.test(rule.pattern)) {
    const why = 'caliban does not ask separately about paths outside the workspace; write rules with absolute paths';
    return importRule(foreign, { kind: 'none', why });
  }
  const translations = ['read', 'edit'].map((permission) => translateOpencode({ ...rule, permission }));
  const files = translations.flatMap((translation) => ('patterns' in translation ? translation.patterns : []));
  const searches = files
    .filter((pattern) => pattern.startsWith('Read:'))
    .flatMap((pattern) => SEARCHES.map((tool) => tool + pattern.slice(4)));
  const why = 'opencode also looks for such paths in commands';
  return importRule(foreign, { kind: 'broader', patterns: [...files, ...searches], why });
}

const SEARCHES: readonly string[] = ['Grep', 'Glob'];

function perAgent(root: JsonNode): readonly NotCarriedOver[] {
  return ['agent', 'agents', 'mode'].flatMap((key) =>
    [...membersOf(member(root, key))].flatMap(([agent, settings]) =>
      ['permission', 'permissions', 'tools'].flatMap((name): NotCarriedOver[] => {
        const node = member(settings, name);
        const why = "caliban's rules apply to every agent; write what should apply to all";
        return node === undefined ? [] : [{ what: `${key}.${agent}.${name}`, why, line: node.line }];
      }),
    ),
  );
}

function foreignOf({ permission, pattern, action, line }: OpencodeRule): ForeignRule {
  return { text: `${action} ${permission}${pattern === '*' ? '' : ` \`${pattern}\``}`, action, line };
}

function membersOf(node: JsonNode | undefined): Iterable<readonly [string, JsonNode]> {
  return node?.kind === 'object' ? node.members : [];
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'text' ? node.text : null;
}

function actionOf(node: JsonNode | undefined): Action | null {
  const text = textOf(node);
  return isAction(text) ? text : null;
}
