import type { AbsolutePath, CallClasses, CallContext, ToolCall } from '@caliban/calls';
import type { PartClasses } from '@caliban/calls/classes';
import { belowAnchor } from '@caliban/calls/globs';
import { everyPlace } from '@caliban/calls/text';
import { CLASS_NAMES, type ResolvedPath } from '@caliban/calls/types';
import type { Verdict } from '../types/verdict.ts';
import {
  type ActionSet,
  ALLOW,
  DENY_OR_ASK,
  EVERY_ACTION,
  NO_RULE,
  type PathProbe,
  type RuleIndex,
  type ToolRules,
} from './rule-index.ts';

/** An allow must match the path as written and with its symlinks resolved; a deny or ask matches if either does. */
export function firstForPath(tool: ToolRules, places: ResolvedPath, input: unknown, around: CallContext): number {
  const first = firstForCall(tool, input);
  const written = pathProbe(places.written, around, tool.foldsPaths);
  const others = everyPlace(places).slice(1);
  if (others.length === 0) return tool.firstPath(written, input, EVERY_ACTION, first);

  const probes = others.map((place) => pathProbe(place, around, tool.foldsPaths));
  const strict = [written, ...probes].reduce((below, probe) => tool.firstPath(probe, input, DENY_OR_ASK, below), first);
  const matches = (probe: PathProbe, position: number) =>
    tool.firstPath(probe, input, ALLOW, position + 1, (other) => other === position) === position;
  return tool.firstPath(written, input, ALLOW, strict, (position) => probes.every((probe) => matches(probe, position)));
}

function pathProbe(written: AbsolutePath, around: CallContext, foldsPaths: boolean): PathProbe {
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

/**
 * The first rule below `below` about the class of a part: a deny or ask by the classes the part touches, an allow by those that
 * cover it. Classes are computed only if some rule needs them.
 */
export function firstForClasses(
  tool: ToolRules,
  call: ToolCall,
  partOf: (classes: CallClasses) => PartClasses,
  { actions, below }: { readonly actions: ActionSet; readonly below: number },
): number {
  if (!tool.asksForClasses) return below;
  const { touches, covers } = partOf(tool.classesOf(call));
  const strict = tool.firstClass(touches, actions & DENY_OR_ASK, below);
  return tool.firstClass(covers, actions & ALLOW, strict);
}

export function wholeCall(classes: CallClasses): PartClasses {
  return classes.whole();
}

/** The first rule without an argument: for any call of the tool, or about its other fields. */
export function firstForCall(tool: ToolRules, input: unknown): number {
  return tool.firstFields(input, EVERY_ACTION, tool.firstAny(EVERY_ACTION, NO_RULE));
}

/** The unread part of a command may be in a class that is denied or asked about, so such a call isn't allowed. */
export function orUnread(rules: RuleIndex, call: ToolCall, verdict: Verdict): Verdict {
  if (verdict.action !== 'allow') return verdict;
  const tool = rules.forTool(call.tool);
  if (!tool.asksForClasses || tool.firstClass(EVERY_CLASS, DENY_OR_ASK, NO_RULE) === NO_RULE) return verdict;
  if (!tool.classesOf(call).isPartlyUnread()) return verdict;
  return { action: 'ask', because: { kind: 'opaque', problem: 'there is more inside of it than is looked at' } };
}

const EVERY_CLASS: ReadonlySet<(typeof CLASS_NAMES)[number]> = new Set(CLASS_NAMES);
