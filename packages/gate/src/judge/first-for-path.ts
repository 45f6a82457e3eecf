import { belowAnchor } from '../text/path-glob.ts';
import { everyPlace } from '../text/places.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Places } from '../types/subject.ts';
import type { Surroundings } from '../types/tool-call.ts';
import { firstForCall } from './first-for-call.ts';
import { ALLOW, EVERY_ACTION, type PathProbe, STRICT, type ToolRules } from './rule-index.ts';

/** An allow must match the path as written and with its links resolved; a deny or ask matches if either does. */
export function firstForPath(tool: ToolRules, places: Places, input: unknown, around: Surroundings): number {
  const first = firstForCall(tool, input);
  const written = pathProbe(places.written, around, tool.foldsPaths);
  const others = everyPlace(places).slice(1);
  if (others.length === 0) return tool.firstPath(written, input, EVERY_ACTION, first);

  const probes = others.map((place) => pathProbe(place, around, tool.foldsPaths));
  const strict = [written, ...probes].reduce((below, probe) => tool.firstPath(probe, input, STRICT, below), first);
  const matches = (probe: PathProbe, position: number) =>
    tool.firstPath(probe, input, ALLOW, position + 1, (other) => other === position) === position;
  return tool.firstPath(written, input, ALLOW, strict, (position) => probes.every((probe) => matches(probe, position)));
}

function pathProbe(written: AbsolutePath, around: Surroundings, foldsPaths: boolean): PathProbe {
  const folded = (path: AbsolutePath) => (foldsPaths ? (path.toLowerCase() as AbsolutePath) : path);
  const path = folded(written);
  const { workspace, home, realPath } = around;
  const roots = {
    workspace: folded(workspace),
    home: home === undefined ? undefined : folded(home),
    realPath: realPath === undefined ? undefined : (root: AbsolutePath) => folded(realPath(root)),
  };
  return {
    root: path.slice(1),
    home: belowAnchor('home', path, roots),
    workspace: belowAnchor('workspace', path, roots),
  };
}
