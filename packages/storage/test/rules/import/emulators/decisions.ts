import { absolutePath, describeCall } from '@caliban/calls';
import { type Action, createRuleBook, judge, parsePattern, type Rule } from '@caliban/gate';
import type { ImportedRule } from '../../../../src/rules/import/imported.ts';

/** What rules say about a call; null when none matches. */
export type Said = Action | null;

export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export const WORKSPACE = '/repo';
export const HOME = '/home/me';

/** The real gate, on imported rules alone: without the built-in ones. */
export function ours(imported: readonly ImportedRule[]): (call: Call) => Said {
  const rules = imported.map(({ pattern: text, action }): Rule => {
    const pattern = parsePattern(text);
    if (!pattern.ok) throw new Error(`\`${text}\`: ${pattern.error.message}`);
    return { pattern: pattern.value, action, source: { layer: 'project' } };
  });
  const book = createRuleBook(rules);
  const context = { workspace: absolutePath(WORKSPACE), home: absolutePath(HOME) };
  return ({ tool, input }) => {
    const { action, because } = judge(book, describeCall({ tool, input, context }));
    return because.kind === 'no-rule' ? null : action;
  };
}

/** How strict an answer is; where no rule matches, somebody is asked. */
export function severity(said: Said): number {
  return said === 'deny' ? 2 : said === 'allow' ? 0 : 1;
}

export function bash(command: string): Call {
  return { tool: 'Bash', input: { command } };
}

export function file(tool: string, path: string): Call {
  return { tool, input: { path } };
}

/** A path as the agents see it: absolute, without `.` and `..`. */
export function absolute(path: string): string {
  return absolutePath(path, { base: absolutePath(WORKSPACE), home: absolutePath(HOME) });
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
