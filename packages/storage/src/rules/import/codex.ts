import type { Result } from '@caliban/calls';
import { escapeGlob } from '@caliban/calls/globs';
import { ok } from '@caliban/calls/types';
import type { Action } from '@caliban/gate';
import { readStarlark, type SkippedStatement, type StarlarkCall, type StarlarkValue } from './codex/read-starlark.ts';
import { type ForeignRule, importRule, join, type RuleImport, type Translation } from './import-rule.ts';
import type { ImportProblem } from './imported.ts';
import { hostPatterns } from './patterns/host-patterns.ts';
import { commandPattern, withArguments } from './patterns/wildcard.ts';
import type { Reading } from './reading.ts';

/**
 * `*.rules` of Codex: `prefix_rule(…)` over the words of a command. The strictest rule wins there, so strict rules come first
 * here.
 */
export function readCodex(text: string): Result<Reading, ImportProblem> {
  const file = readStarlark(text);
  if (!file.ok) return file;
  const { calls, skipped } = file.value;
  const carried = join([...calls.map(carryCall), ...skipped.map(skippedStatement)]);
  const by = (action: Action) => carried.rules.filter(({ rule }) => rule.action === action);
  return ok({
    rules: [...by('deny'), ...by('ask'), ...by('allow')],
    notCarriedOver: carried.notCarriedOver,
    notices: carried.rules.length === 0 ? ['the file has no rules'] : [SANDBOX_NOTICE],
  });
}

const SANDBOX_NOTICE =
  'Codex rules decide what runs outside its sandbox; caliban has no sandbox, and its rules apply to every command';

function carryCall(call: StarlarkCall): RuleImport {
  switch (call.name) {
    case 'prefix_rule':
      return carryPrefixRule(call);
    case 'network_rule':
      return carryNetworkRule(call);
    case 'host_executable':
      return unsaid(call, 'in a deny or ask caliban matches a program by its name under any path, never in an allow');
    default:
      return unsaid(call, 'caliban knows no such rule');
  }
}

function carryPrefixRule(call: StarlarkCall): RuleImport {
  const pattern = argument(call, 'pattern', 0);
  const decision = argument(call, 'decision', 1) ?? 'allow';
  const justification = argument(call, 'justification', 4);
  const action = typeof decision === 'string' ? DECISIONS.get(decision) : undefined;
  const words = wordsOf(pattern);
  const why = 'its pattern or decision is not written out; only plain texts and lists are read';
  if (action === undefined) return unsaid(call, why);
  const note =
    typeof justification !== 'string' ? {} : action === 'deny' ? { reason: justification } : { comment: justification };
  const foreign: ForeignRule = {
    text: `${String(decision)} ${JSON.stringify(pattern)}`,
    action,
    line: call.line,
    ...note,
  };
  return importRule(
    foreign,
    words === null ? { kind: 'tools-only', tools: ['Bash'], why } : translatePrefix(words, action),
  );
}

const DECISIONS: ReadonlyMap<string, Action> = new Map([
  ['allow', 'allow'],
  ['prompt', 'ask'],
  ['forbidden', 'deny'],
]);

const MAX_COMMANDS = 256;

/** Each element is one word or a list of alternatives; null for anything else. */
function wordsOf(pattern: StarlarkValue | undefined): readonly (readonly string[])[] | null {
  if (!Array.isArray(pattern) || pattern.length === 0) return null;
  const words = pattern.map((element: StarlarkValue) => (Array.isArray(element) ? element : [element]));
  return words.every(
    (choices) => choices.length > 0 && choices.every((word) => typeof word === 'string' && word !== ''),
  )
    ? (words as string[][])
    : null;
}

function translatePrefix(words: readonly (readonly string[])[], action: Action): Translation {
  const count = words.reduce((product, { length }) => product * length, 1);
  const kept = count > MAX_COMMANDS ? words.slice(0, 1) : words;
  const commands = kept.reduce<readonly string[]>(
    (starts, choices) => starts.flatMap((start) => choices.map((word) => `${start} ${spelled(word, action)}`)),
    [''],
  );
  const patterns = commands.flatMap((command) => withArguments(command.slice(1))).map(commandPattern);
  if (kept === words) return { kind: 'exact', patterns };
  return { kind: 'broader', patterns, why: `it stands for ${count} commands, more than ${MAX_COMMANDS}` };
}

/** A deny or ask sees words without their quotes; an allow sees them as typed. */
function spelled(word: string, action: Action): string {
  if (action !== 'allow' || /^[\w@%+=:,./-]+$/.test(word)) return escapeGlob(word);
  return escapeGlob(`'${word.replaceAll("'", "'\\''")}'`);
}

/** A rule about what sandboxed commands may connect to. Denying the host to WebFetch is the part of it that caliban can enforce. */
function carryNetworkRule(call: StarlarkCall): RuleImport {
  const host = argument(call, 'host', 0);
  const decision = argument(call, 'decision', 2);
  const why = 'caliban does not see what commands connect to';
  const action = decision === 'deny' || decision === 'forbidden' ? 'deny' : decision === 'prompt' ? 'ask' : 'allow';
  const foreign: ForeignRule = {
    text: `network_rule ${String(decision)} \`${String(host)}\``,
    action,
    line: call.line,
  };
  if (typeof host !== 'string' || !/^[\w.-]+$/.test(host)) return importRule(foreign, { kind: 'none', why });
  return importRule(foreign, { kind: 'broader', patterns: hostPatterns(host.toLowerCase()), why });
}

function unsaid({ name, line }: StarlarkCall, why: string): RuleImport {
  return { rules: [], notCarriedOver: [{ what: `${name}(…)`, why, line }] };
}

/** A statement that would have to be executed. If it mentions prompting or forbidding, it may create such rules. */
function skippedStatement({ line, text }: SkippedStatement): RuleImport {
  const why = 'only plain calls are read; whatever rules this makes are missing';
  const strict = /["'](?:forbidden|prompt)["']/.test(text);
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const foreign: ForeignRule = { text: shown, action: strict ? 'ask' : 'allow', line };
  return importRule(foreign, strict ? { kind: 'tools-only', tools: ['Bash'], why } : { kind: 'none', why });
}

function argument({ positional, named }: StarlarkCall, name: string, place: number): StarlarkValue | undefined {
  return named.has(name) ? named.get(name) : positional[place];
}
