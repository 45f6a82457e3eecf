import { belowAnchor } from '../text/path-glob.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { PathPair } from '../types/subject.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { firstForCall } from './first-for-call.ts';
import { ALLOW, EVERY_ACTION, type PathProbe, STRICT, type ToolRules } from './rule-index.ts';

/** An allow must match the path as written and with its links resolved; a deny or ask matches if either does. */
export function firstForPath(
  tool: ToolRules,
  { written, real }: PathPair,
  input: unknown,
  around: Surroundings,
): number {
  const first = firstForCall(tool, input);
  const probe = pathProbe(written, around, tool.foldsPaths);
  if (written === real) return tool.firstPath(probe, input, EVERY_ACTION, first);

  const realProbe = pathProbe(real, around, tool.foldsPaths);
  const strict = tool.firstPath(realProbe, input, STRICT, tool.firstPath(probe, input, STRICT, first));
  const matchesReal = (position: number) =>
    tool.firstPath(realProbe, input, ALLOW, position + 1, (other) => other === position) === position;
  return tool.firstPath(probe, input, ALLOW, strict, matchesReal);
}

function pathProbe(written: AbsolutePath, around: Surroundings, foldsPaths: boolean): PathProbe {
  const folded = (path: AbsolutePath) => (foldsPaths ? (path.toLowerCase() as AbsolutePath) : path);
  const path = folded(written);
  const roots = {
    workspace: folded(around.workspace),
    home: around.home === undefined ? undefined : folded(around.home),
  };
  return {
    root: path.slice(1),
    home: belowAnchor('home', path, roots),
    workspace: belowAnchor('workspace', path, roots),
  };
}
