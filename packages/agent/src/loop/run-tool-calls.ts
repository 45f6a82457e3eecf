import type { ToolUse } from '../conversation/messages.ts';
import { type FinishedCall, runToolCall, type ToolCallParts } from './run-tool-call.ts';

const MAX_AT_ONCE = 8;

/** Consecutive reads run in parallel, all other calls one by one. The results are in the order of the calls. */
export async function runToolCalls(
  uses: readonly ToolUse[],
  parts: ToolCallParts,
  signal: AbortSignal,
): Promise<readonly FinishedCall[]> {
  const finished: FinishedCall[] = [];
  for (const group of sideBySide(uses, (use) => onlyReads(use, parts))) {
    finished.push(...(await Promise.all(group.map((use) => runToolCall(use, parts, signal)))));
  }
  return finished;
}

/** Groups consecutive reads; every other call is in its own group. */
function sideBySide(uses: readonly ToolUse[], reads: (use: ToolUse) => boolean): readonly (readonly ToolUse[])[] {
  const groups: ToolUse[][] = [];
  let open: ToolUse[] | null = null;
  for (const use of uses) {
    if (!reads(use)) {
      groups.push([use]);
      open = null;
    } else if (open !== null && open.length < MAX_AT_ONCE) {
      open.push(use);
    } else {
      open = [use];
      groups.push(open);
    }
  }
  return groups;
}

/** A tool that doesn't exist does nothing. */
function onlyReads({ name }: ToolUse, { tools }: ToolCallParts): boolean {
  const access = tools.find((tool) => tool.name === name)?.access;
  return access === undefined || access === 'read' || access === 'internal';
}
