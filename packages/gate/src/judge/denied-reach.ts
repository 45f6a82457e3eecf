import type { AbsolutePath, CallContext, ToolCall } from '@caliban/calls';
import { coversSegment, foldSegments, namesSomething, namesStart, pathsMeet } from '@caliban/calls/globs';
import { GLOBSTAR, type PathGlob, type PathSegments, type Reach, type ResolvedPath } from '@caliban/calls/types';
import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import type { Verdict } from '../types/verdict.ts';
import { firstForClasses, firstForPath, wholeCall } from './first-match.ts';
import { DENY, DENY_OR_ASK, EVERY_ACTION, NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';
import { strictest, verdictAt } from './strictest.ts';

/**
 * The verdict of the rules for the tool itself, unless its globs find files that must not be read. A tool that reads all it finds
 * is bound by every rule that may match one of the files. A search from above is bound only if a glob names what the rule names:
 * `.ssh/*` and `.s?h/*`, but not `**`.
 */
export function orDeniedReach(rules: RuleIndex, call: ToolCall, verdict: Verdict): Verdict {
  const { reach } = call;
  if (reach === undefined || verdict.action === 'deny') return verdict;
  const last = lastToCompare(rules);
  if (last === null) return verdict;
  const isSearch = SEARCHES.has(call.tool);
  let left = reach;
  let asking: number | null = null;
  for (let position = 0; position < last && left.length > 0; position++) {
    const { pattern, action } = rules.rule(position);
    const spec = matchesTool(pattern.tool, 'Read') ? specFor(pattern, 'Read') : null;
    if (spec?.argument?.kind !== 'path') continue;
    const globs = fromRoot(spec.argument.glob, call.context);
    if (action === 'allow') {
      if (spec.fields.length === 0) left = left.filter(({ segments }) => !globs.some((glob) => covers(glob, segments)));
    } else if ((action === 'deny' || (!isSearch && asking === null)) && meets(globs, left, isSearch)) {
      if (action === 'deny') return verdictAt(rules, position);
      asking = position;
    }
  }
  return asking === null ? verdict : strictest([verdictAt(rules, asking), verdict]);
}

/** No rule after one for every Read applies. Null: no deny or ask is before it. */
function lastToCompare(rules: RuleIndex): number | null {
  const read = rules.forTool('Read');
  const last = Math.min(read.firstAny(EVERY_ACTION, NO_RULE), rules.size);
  return read.firstOf(DENY_OR_ASK, NO_RULE) < last ? last : null;
}

type Rooted = {
  readonly segments: PathSegments /** How many segments belong to the anchor. */;
  readonly anchor: number;
};

/** Relative to `/`, by every path of the anchor. */
function fromRoot({ anchor, alternatives }: PathGlob, { workspace, home, realPath }: CallContext): readonly Rooted[] {
  const root = anchor === 'root' ? ('/' as AbsolutePath) : anchor === 'home' ? home : workspace;
  if (root === undefined) return [];
  return [...new Set([root, realPath?.(root) ?? root])].flatMap((name) => {
    const above = name.split('/').filter((segment) => segment !== '');
    return alternatives.map((segments) => ({ segments: [...above, ...segments], anchor: above.length }));
  });
}

/** Ignoring case, as some tools and some file systems do. */
function meets(globs: readonly Rooted[], reach: readonly Reach[], isSearch: boolean): boolean {
  return globs.some((denied) => {
    const ruled = foldSegments(denied.segments);
    return reach.some(({ segments, start }) => {
      const reached = foldSegments(segments);
      if (!isSearch) return pathsMeet(reached, ruled);
      return pathsMeet(reached, ruled, (one, other) => {
        if (one < start || other < denied.anchor) return false;
        return aimsAt(reached, one, ruled, other);
      });
    });
  });
}

/** For a file's name, `*.ts` isn't aimed at `.env*`, though there may be an `.env.ts`; `.e*` is. */
function aimsAt(reached: PathSegments, one: number, ruled: PathSegments, other: number): boolean {
  const found = reached[one];
  const named = ruled[other];
  if (found === undefined || named === undefined || found === GLOBSTAR || named === GLOBSTAR) return false;
  if (!namesSomething(found) || !namesSomething(named)) return false;
  return one < reached.length - 1 || (namesStart(found) && namesStart(named)) || coversSegment(named, found);
}

/** Everything below a directory, or the very same glob. For anything more complex coverage isn't certain. */
function covers({ segments: allowed }: Rooted, reached: PathSegments): boolean {
  const directory = allowed.at(-1) === GLOBSTAR ? allowed.slice(0, -1) : allowed;
  const isSame = directory.every((segment, index) => isSameSegment(segment, reached[index]));
  return isSame && (directory === allowed ? reached.length === allowed.length : reached.length > directory.length);
}

function isSameSegment(one: PathSegments[number], other: PathSegments[number] | undefined): boolean {
  return one === other || (one !== GLOBSTAR && other !== GLOBSTAR && JSON.stringify(one) === JSON.stringify(other));
}

/** The verdict of the rules for the tool itself, unless it searches paths that must not be read. */
export function orDeniedSearch(rules: RuleIndex, call: ToolCall, verdict: Verdict): Verdict {
  return verdict.action === 'deny' ? verdict : (deniedSearch(rules, call) ?? verdict);
}

/**
 * A search shows what it finds, so it is denied where Read is: the first rule about its path, or about anything below it,
 * decides. A deny of Read without a path is about that tool only; and results of a search from above can only be left out by the
 * tool itself. Null: not denied.
 */
function deniedSearch(rules: RuleIndex, call: ToolCall): Verdict | null {
  if (!SEARCHES.has(call.tool)) return null;
  const read = rules.forTool('Read');
  if (read.firstOf(DENY, NO_RULE) === NO_RULE) return null;
  const searched = searchedPlaces(call);
  const [at, under] = [searched, below(searched)].map((places) => firstForReading(read, call, places)) as [
    number,
    number,
  ];
  const first = Math.min(at, under);
  if (first === read.firstAny(DENY, NO_RULE)) return null;
  const verdict = verdictAt(rules, first);
  return verdict.action === 'deny' ? verdict : null;
}

/** The first rule for a Read of that path. */
function firstForReading(read: ToolRules, { context, origin }: ToolCall, places: ResolvedPath): number {
  const input = { path: places.written };
  const below = firstForPath(read, places, input, context);
  if (!read.asksForClasses) return below;
  const call: ToolCall = {
    tool: 'Read',
    input,
    subject: { kind: 'path', ...places },
    access: 'read',
    context,
    origin,
  };
  return firstForClasses(read, call, wholeCall, { actions: EVERY_ACTION, below });
}

/** Tools that show what they find. */
export const SEARCHES: ReadonlySet<string> = new Set(['Grep', 'Glob']);

/** Without a path it searches the current directory. */
function searchedPlaces({ subject, context }: ToolCall): ResolvedPath {
  if (subject.kind === 'path') return subject;
  const { workspace, cwd = workspace, realPath } = context;
  return { written: cwd, real: realPath?.(cwd) ?? cwd };
}

function below({ written, real, opened }: ResolvedPath): ResolvedPath {
  const any = { written: anyIn(written), real: anyIn(real) };
  return opened === undefined ? any : { ...any, opened: anyIn(opened) };
}

/** A path that no rule means. */
function anyIn(directory: AbsolutePath): AbsolutePath {
  return `${directory === '/' ? '' : directory}/whatever lies there` as AbsolutePath;
}
