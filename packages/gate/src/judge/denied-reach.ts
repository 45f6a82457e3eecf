import { specFor } from '../pattern/parse-pattern.ts';
import { matchesTool } from '../pattern/tool-glob.ts';
import { foldSegments } from '../text/fold-path-glob.ts';
import { coversSegment, namesSomething, namesStart, pathsMeet } from '../text/meeting-paths.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import { GLOBSTAR, type PathGlob, type PathSegments } from '../types/glob.ts';
import type { Reach, Surroundings, ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { SEARCHES } from './denied-search.ts';
import type { RuleBook } from './rule-book.ts';
import { EVERY_ACTION, NO_RULE, type RuleIndex, STRICT } from './rule-index.ts';
import { strictest } from './strictest.ts';
import { verdictAt } from './verdict-at.ts';

/** Whether the globs of the call have to be compared with the rules for Read, all of which that takes. */
export function comparesGlobs({ rules, locked }: RuleBook, call: ToolCall): boolean {
  return call.reach !== undefined && [rules, ...locked].some((index) => lastToCompare(index) !== null);
}

/**
 * What the rules for the tool itself say, unless its globs find what must not be read. A tool that reads all it finds is bound by
 * every rule that may match one of the files. A search from above is bound only where a glob names what the rule names: `.ssh/*`
 * and `.s?h/*`, but not `**`.
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
    const globs = fromRoot(spec.argument.glob, call.surroundings);
    if (action === 'allow') {
      if (spec.fields.length === 0) left = left.filter(({ segments }) => !globs.some((glob) => covers(glob, segments)));
    } else if ((action === 'deny' || (!isSearch && asking === null)) && meets(globs, left, isSearch)) {
      if (action === 'deny') return verdictAt(rules, position);
      asking = position;
    }
  }
  return asking === null ? verdict : strictest([verdictAt(rules, asking), verdict]);
}

/** Behind a rule for every Read no other speaks. Null: no deny or ask is before it. */
function lastToCompare(rules: RuleIndex): number | null {
  const read = rules.forTool('Read');
  const last = Math.min(read.firstAny(EVERY_ACTION, NO_RULE), rules.size);
  return read.firstOf(STRICT, NO_RULE) < last ? last : null;
}

type Rooted = { readonly segments: PathSegments /** How many segments are the anchor's. */; readonly anchor: number };

/** Counted from `/`, by every name of the anchor. */
function fromRoot({ anchor, alternatives }: PathGlob, { workspace, home, realPath }: Surroundings): readonly Rooted[] {
  const root = anchor === 'root' ? ('/' as AbsolutePath) : anchor === 'home' ? home : workspace;
  if (root === undefined) return [];
  return [...new Set([root, realPath?.(root) ?? root])].flatMap((name) => {
    const above = name.split('/').filter((segment) => segment !== '');
    return alternatives.map((segments) => ({ segments: [...above, ...segments], anchor: above.length }));
  });
}

/** In one case: some tools and some file systems compare so. */
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

/** Of a file's name, `*.ts` doesn't mean `.env*`, though there may be an `.env.ts`; `.e*` does. */
function aimsAt(reached: PathSegments, one: number, ruled: PathSegments, other: number): boolean {
  const found = reached[one];
  const named = ruled[other];
  if (found === undefined || named === undefined || found === GLOBSTAR || named === GLOBSTAR) return false;
  if (!namesSomething(found) || !namesSomething(named)) return false;
  return one < reached.length - 1 || (namesStart(found) && namesStart(named)) || coversSegment(named, found);
}

/** Everything below a directory, or the very same glob. Anything less plain is not sure to be covered. */
function covers({ segments: allowed }: Rooted, reached: PathSegments): boolean {
  const directory = allowed.at(-1) === GLOBSTAR ? allowed.slice(0, -1) : allowed;
  const isSame = directory.every((segment, index) => isSameSegment(segment, reached[index]));
  return isSame && (directory === allowed ? reached.length === allowed.length : reached.length > directory.length);
}

function isSameSegment(one: PathSegments[number], other: PathSegments[number] | undefined): boolean {
  return one === other || (one !== GLOBSTAR && other !== GLOBSTAR && JSON.stringify(one) === JSON.stringify(other));
}
