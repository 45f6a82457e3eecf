import type { ToolCall } from '@caliban/calls';
import { readCall } from '../../../calls/test/classes/tried.ts';
import { compileStaticLists } from '../../src/classify/compile-static-lists.ts';
import type { StaticHit, StaticLists } from '../../src/classify/static-lists.ts';
import { AUTO_MODE_LISTS } from '../../src/defaults/auto-mode-lists.ts';
import { call } from '../helpers/rules.ts';

/** The lists as they are without any file. */
export const curated: StaticLists = compileStaticLists({
  hard_deny: { patterns: [], classes: AUTO_MODE_LISTS.hard_deny },
  soft_deny: { patterns: [], classes: AUTO_MODE_LISTS.soft_deny },
  allow: { patterns: [], classes: AUTO_MODE_LISTS.allow },
});

/** As `readCall` reads it. */
export function callOf(text: string): ToolCall {
  const { tool, input } = readCall(text);
  return call(tool, input);
}

/** What the curated lists together say. */
export function hit(text: string): StaticHit | null {
  return curated(callOf(text));
}
