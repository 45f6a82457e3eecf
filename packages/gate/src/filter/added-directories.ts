import type { AbsolutePath, ToolCall } from '@caliban/calls';
import { everyPlace, pathBelow } from '@caliban/calls/text';
import { strictest } from '../judge/strictest.ts';
import type { Verdict } from '../types/verdict.ts';

/**
 * A file in an added directory is also judged as if that directory were the workspace, and the stricter verdict applies:
 * `deny Edit:*.lock` and `deny Read:.env` apply to such files there too. Relative allows still end at the workspace.
 */
export function judgeAddedDirectories(judge: (call: ToolCall) => Verdict): (call: ToolCall) => Verdict {
  return (call) => {
    const here = judge(call);
    const { addedDirectories = [] } = call.context;
    if (addedDirectories.length === 0 || here.action === 'deny') return here;
    const around = addedDirectories.filter((directory) => isIn(directory, call));
    const there = around.map((workspace) => judge({ ...call, context: { ...call.context, workspace } }));
    return strictest([here, ...there]);
  };
}

function isIn(directory: AbsolutePath, { subject, context: { realPath = (path) => path } }: ToolCall): boolean {
  if (subject.kind !== 'path') return false;
  const roots = [directory, realPath(directory)];
  return [subject.real, ...everyPlace(subject)].some((path) => roots.some((root) => pathBelow(path, root) !== null));
}
