import { didYouMean } from '../text/did-you-mean.ts';
import { visible } from '../text/visible.ts';
import { TOOL_PROFILES } from './tool-profiles.ts';

/** ` (did you mean …?)` for a name that is one slip away from one of ours; nothing for other tools, which are as good. */
export function nearestTool(name: string): string {
  if (TOOL_PROFILES.has(name) || /^mcp__|[*?]/.test(name)) return '';
  return didYouMean(name, [...TOOL_PROFILES.keys()], { atMost: 1 });
}

/** A sentence about such a name, else null. */
export function misspelledTool(name: string): string | null {
  const near = nearestTool(name);
  return near === '' ? null : `no tool of caliban is called \`${visible(name)}\`${near}`;
}
