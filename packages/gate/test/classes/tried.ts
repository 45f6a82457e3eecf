import { type Danger, isDanger } from '../../src/classes/danger.ts';
import { compileStaticLists } from '../../src/classify/compile-static-lists.ts';
import type { StaticHit, StaticLists } from '../../src/classify/static-lists.ts';
import { AUTO_MODE_LISTS } from '../../src/defaults/auto-mode-lists.ts';
import type { ToolCall } from '../../src/types/tool-call.ts';
import { bash, call } from '../helpers/rules.ts';

/** A command, or a call of a tool: with one argument, `Read ~/.ssh/id_rsa`, or its input, `mcp__fs__read {"path": "x"}`. */
export function callOf(text: string): ToolCall {
  const [, foreign = '', input = ''] = /^(mcp__\w+) (\{.+\})$/.exec(text) ?? [];
  if (foreign !== '') return call(foreign, JSON.parse(input));
  const [, tool = '', argument = ''] = /^(Read|Write|Edit|Grep|Glob|WebFetch) (.+)$/.exec(text) ?? [];
  if (tool === '') return bash(text);
  return call(tool, { [tool === 'WebFetch' ? 'url' : 'path']: argument });
}

/** Whether one kind of danger alone speaks about the call. */
export function knows(danger: Danger): (text: string) => boolean {
  return (text) => isDanger(danger, callOf(text));
}

/** The lists as they are without any file. */
export const curated: StaticLists = compileStaticLists({
  hard_deny: { patterns: [], classes: AUTO_MODE_LISTS.hard_deny },
  soft_deny: { patterns: [], classes: AUTO_MODE_LISTS.soft_deny },
  allow: { patterns: [], classes: AUTO_MODE_LISTS.allow },
});

/** What the curated lists together say. */
export function hit(text: string): StaticHit | null {
  return curated(callOf(text));
}
