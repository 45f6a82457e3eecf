import type { Action } from '@caliban/gate';
import { isTable, type Table } from '../../documents/table.ts';
import { geminiTool } from './gemini/gemini-tool.ts';
import { argsPattern, commandPrefixes, commandRegex } from './gemini/translate-arguments.ts';
import { type ForeignRule, importRule, join, type RuleImport, type Translation } from './import-rule.ts';
import type { Reading } from './reading.ts';

/**
 * A policy file of Gemini CLI. The highest priority wins there, and among equals in a file the earlier one; our order follows
 * that.
 */
export function readGemini(file: Table, lines: readonly number[]): Reading {
  const rules = Array.isArray(file.rule) ? file.rule : [];
  const carried = rules
    .map((rule: unknown, index) => ({ rule, line: lines[index], priority: priorityOf(rule) }))
    .sort((one, other) => other.priority - one.priority)
    .map(({ rule, line }) => carryGeminiRule(rule, line));
  const checkers = file.safety_checker === undefined ? [] : [CHECKERS];
  return {
    ...join([...carried, { rules: [], notCarriedOver: checkers }]),
    notices: rules.length === 0 ? ['the file has no `[[rule]]`'] : [],
  };
}

const CHECKERS = {
  what: '[[safety_checker]]',
  why: 'caliban runs no checkers; its auto mode has its own classifier',
};

function priorityOf(rule: unknown): number {
  return isTable(rule) && typeof rule.priority === 'number' && !Number.isNaN(rule.priority) ? rule.priority : 0;
}

/** One rule of such a file. */
export function carryGeminiRule(rule: unknown, line: number | undefined): RuleImport {
  const where = line === undefined ? {} : { line };
  const decision = isTable(rule) && typeof rule.decision === 'string' ? rule.decision : '';
  const action = DECISIONS.get(decision);
  if (!isTable(rule) || action === undefined) {
    const why = 'it has no `decision` of allow, deny or ask_user, and Gemini CLI refuses it';
    return { rules: [], notCarriedOver: [{ what: '[[rule]]', why, ...where }] };
  }
  const reason = rule.denyMessage ?? rule.deny_message;
  const foreign: ForeignRule = {
    text: described(rule, decision),
    action,
    ...where,
    ...(typeof reason === 'string' ? { reason } : {}),
  };
  return importRule(foreign, limited(translate(rule, action), rule, action));
}

const DECISIONS: ReadonlyMap<string, Action> = new Map([
  ['allow', 'allow'],
  ['deny', 'deny'],
  ['ask_user', 'ask'],
]);

function translate(rule: Table, action: Action): Translation {
  const server = typeof rule.mcpName === 'string' ? rule.mcpName : null;
  const names = texts(rule.toolName);
  if (names === null && server === null) return { kind: 'none', why: 'it names no tool, and Gemini CLI refuses it' };
  const found = (names ?? [null]).map((name) => geminiTool(name, server, action));
  const translation = translateArguments(
    rule,
    found.flatMap(({ tools }) => tools),
    action,
  );
  const more = found.find(({ broader }) => broader);
  return more === undefined ? translation : loosened(translation, `\`${more.tools[0]}\` covers more than that tool`);
}

function translateArguments(rule: Table, tools: readonly string[], action: Action): Translation {
  const prefixes = texts(rule.commandPrefix);
  if (prefixes !== null || typeof rule.commandRegex === 'string') {
    const why = 'Gemini CLI accepts a command only with `toolName = "run_shell_command"`';
    if (rule.toolName !== 'run_shell_command') return { kind: 'tools-only', tools, why };
    return prefixes === null ? commandRegex(String(rule.commandRegex), action) : commandPrefixes(prefixes);
  }
  if (typeof rule.argsPattern === 'string') return argsPattern(tools, rule.argsPattern, action);
  return { kind: 'exact', patterns: tools };
}

/** For a condition that caliban's rules can't express: an allow is left out, a deny or ask applies without it. */
function limited(translation: Translation, rule: Table, action: Action): Translation {
  const limits = CONDITIONS.filter(([key]) => rule[key] !== undefined).map(([, what]) => what);
  const modes = texts(rule.modes) ?? [];
  const everyMode = modes.length === 0 || ALL_MODES.every((mode) => modes.includes(mode));
  if (!everyMode) limits.push(`in the modes ${modes.join(', ')}`);
  if (limits.length === 0) return translation;
  if (action !== 'allow' && !everyMode && modes.every((mode) => mode === 'plan')) {
    const why = "it applies only in plan mode, and caliban's plan mode refuses everything that changes something";
    return { kind: 'none', why };
  }
  return loosened(translation, `it holds only ${limits.join(' and ')}, and a rule of caliban always does`);
}

/** The same patterns, marked as matching more than they should. */
function loosened(translation: Translation, why: string): Translation {
  if (translation.kind === 'none') return translation;
  const patterns = translation.kind === 'tools-only' ? translation.tools : translation.patterns;
  const whole = patterns.every((pattern) => !/[:(]/.test(pattern));
  return whole ? { kind: 'tools-only', tools: patterns, why } : { kind: 'broader', patterns, why };
}

const ALL_MODES: readonly string[] = ['default', 'autoEdit', 'plan', 'yolo'];

const CONDITIONS: readonly (readonly [string, string])[] = [
  ['interactive', 'with or without a terminal'],
  ['subagent', 'for one sub-agent'],
  ['toolAnnotations', 'for tools with certain annotations'],
];

function texts(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string') ? value : null;
}

function described(rule: Table, decision: string): string {
  const shown = ['mcpName', 'toolName', 'commandPrefix', 'commandRegex', 'argsPattern']
    .filter((key) => rule[key] !== undefined)
    .map(
      (key) => `${key} ${JSON.stringify(rule[key], (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    );
  return [decision, ...shown].join(' ');
}
