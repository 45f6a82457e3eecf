import { type AbsolutePath, type CommandLine, TOOL_PROFILES, type ToolCall } from '@caliban/calls';
import { describeUrl } from '@caliban/calls/globs';
import { plainUnit } from '@caliban/calls/shell';
import type { Subject, Unit } from '@caliban/calls/types';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import type { Pattern } from '../../src/types/pattern.ts';
import type { Action, Rule, RuleSource } from '../../src/types/rule.ts';
import type { Part, Verdict } from '../../src/types/verdict.ts';

export const WORKSPACE = '/repo' as AbsolutePath;

/** A signal that never aborts. */
export const CALM: AbortSignal = new AbortController().signal;

/** A call made by hand: what `describeCall` would give for an ordinary input of that tool. */
export function madeCall(tool: string, overrides: Partial<ToolCall> = {}): ToolCall {
  return {
    tool,
    input: {},
    subject: ordinarySubject(tool),
    access: TOOL_PROFILES.get(tool)?.access ?? 'unknown',
    context: { workspace: WORKSPACE },
    origin: {},
    ...overrides,
  };
}

export function bashCall(command: string): ToolCall {
  return madeCall('Bash', { input: { command }, subject: { kind: 'plain-command', text: command } });
}

export function fileCall(tool: string, written: string, real = written): ToolCall {
  return madeCall(tool, { input: { path: written }, subject: pathSubject(written, real) });
}

export function urlCall(url: string): ToolCall {
  return madeCall('WebFetch', { input: { url }, subject: { kind: 'url', url: describeUrl(url) } });
}

/** A line of commands joined by ` && `; `problems` and nameless units as asked for. */
export function lineCall(
  commands: readonly string[],
  { problems = [], nameless = [] }: { problems?: readonly string[]; nameless?: readonly number[] } = {},
): ToolCall {
  const source = commands.join(' && ');
  const units = commands.map((text, index): Unit => {
    const name = nameless.includes(index) ? null : (text.split(' ')[0] as string);
    return { ...plainUnit(text), name };
  });
  const line: CommandLine = { source, units, redirects: [], assignments: [], problems, overLimit: false };
  return madeCall('Bash', { input: { command: source }, subject: { kind: 'command-line', line } });
}

export function pathSubject(written: string, real = written): Subject {
  return { kind: 'path', written: written as AbsolutePath, real: real as AbsolutePath };
}

function ordinarySubject(tool: string): Subject {
  switch (TOOL_PROFILES.get(tool)?.argument?.kind) {
    case 'command':
      return { kind: 'plain-command', text: 'ls' };
    case 'path':
      return pathSubject('/repo/src/a.ts');
    case 'url':
      return { kind: 'url', url: describeUrl('https://docs.test/a') };
    case undefined:
      return { kind: 'none' };
  }
}

export function madePattern(text: string): Pattern {
  const parsed = parsePattern(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.value;
}

export function madeRule(
  pattern: string,
  action: Action,
  { source = { layer: 'builtin' }, ...texts }: { source?: RuleSource; comment?: string; reason?: string } = {},
): Rule {
  return { pattern: madePattern(pattern), action, source, ...texts };
}

export function byRule(rule: Rule, part?: Part): Verdict {
  return { action: rule.action, because: { kind: 'rule', rule, ...(part === undefined ? {} : { part }) } };
}

export const ASKED: Verdict = { action: 'ask', because: { kind: 'no-rule' } };

export const IN_PROJECT: RuleSource = { layer: 'project', file: '.caliban/permissions.toml', line: 12 };
