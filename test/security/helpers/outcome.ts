import {
  type AbsolutePath,
  absolutePath,
  type CallContext,
  describeCall,
  TOOL_PROFILES,
  type ToolCall,
} from '@caliban/calls';
import { autoClassifier } from '../../../packages/gate/src/classify/auto-classifier.ts';
import { compileStaticLists } from '../../../packages/gate/src/classify/compile-static-lists.ts';
import { AUTO_MODE_LISTS } from '../../../packages/gate/src/defaults/auto-mode-lists.ts';
import { DEFAULT_RULES } from '../../../packages/gate/src/defaults/default-rules.ts';
import { createRuleBook } from '../../../packages/gate/src/judge/rule-book.ts';
import { openGate } from '../../../packages/gate/src/open-gate.ts';
import { parsePattern } from '../../../packages/gate/src/pattern/parse-pattern.ts';
import type { Action, Rule } from '../../../packages/gate/src/types/rule.ts';
import type { Attack, Call, World } from './attack.ts';

const HOME = absolutePath('/home/me');
const WORKSPACE = absolutePath('/repo');
const OWN = ['/repo/.caliban', '/home/me/.config/caliban', '/home/me/.local/state/caliban', '/etc/caliban'].map(
  (path) => absolutePath(path),
);

/** What the gate says, put together as the program does it: rules, our own files, mode. */
export async function outcome({ rules, call, world }: Attack): Promise<Action> {
  const book = createRuleBook([...rules.map(toRule), ...DEFAULT_RULES], { foldPaths: world.foldsCase === true });
  const { byRulesAndMode } = openGate({
    policy: { rules: { book }, ownDirectories: () => OWN },
    mode: { mode: world.mode ?? 'default', classifier: CURATED },
    ask: null,
    log: null,
  });
  return (await byRulesAndMode(toCall(call, world), new AbortController().signal)).action;
}

/** Auto mode with its curated lists and no model: whatever it allows, a list allowed. */
const CURATED = autoClassifier({
  disabled: false,
  staticLists: compileStaticLists({
    hard_deny: { patterns: [], classes: AUTO_MODE_LISTS.hard_deny },
    soft_deny: { patterns: [], classes: AUTO_MODE_LISTS.soft_deny },
    allow: { patterns: [], classes: AUTO_MODE_LISTS.allow },
  }),
  digest: (text) => text,
  model: null,
}).classifier;

function toRule(written: string, line: number): Rule {
  const [, action, text = ''] = /^(allow|ask|deny) (.*)$/s.exec(written) ?? [];
  const pattern = parsePattern(text);
  if (action === undefined || !pattern.ok) throw new Error(`not a rule: ${written}`);
  return { pattern: pattern.value, action: action as Action, source: { layer: 'user', line } };
}

function toCall(call: Call, { cwd, links = {}, foldsCase, shell }: World): ToolCall {
  const [tool, given] = typeof call === 'string' ? ['Bash', call] : call;
  const field = TOOL_PROFILES.get(tool)?.argument?.field ?? 'input';
  const context: CallContext = {
    workspace: WORKSPACE,
    home: HOME,
    realPath: (path) => followed(path, links),
    ...(cwd === undefined ? {} : { cwd: absolutePath(cwd) }),
    ...(foldsCase === undefined ? {} : { foldsCase }),
    ...(shell === undefined ? {} : { shell }),
  };
  return describeCall({ tool, input: typeof given === 'string' ? { [field]: given } : given, context });
}

function followed(path: AbsolutePath, links: Readonly<Record<string, string>>): AbsolutePath {
  for (const [link, target] of Object.entries(links)) {
    if (path === link || path.startsWith(`${link}/`)) return absolutePath(target + path.slice(link.length));
  }
  return path;
}
