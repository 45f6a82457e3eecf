import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Places } from '../types/subject.ts';
import type { ToolCall } from '../types/tool-call.ts';
import type { Verdict } from '../types/verdict.ts';
import { firstForClasses, wholeCall } from './first-for-classes.ts';
import { firstForPath } from './first-for-path.ts';
import { DENY, EVERY_ACTION, NO_RULE, type RuleIndex, type ToolRules } from './rule-index.ts';
import { verdictAt } from './verdict-at.ts';

/** What the rules for the tool itself say, unless it is a search of what must not be read. */
export function orDeniedSearch(rules: RuleIndex, call: ToolCall, verdict: Verdict): Verdict {
  return verdict.action === 'deny' ? verdict : (deniedSearch(rules, call) ?? verdict);
}

/**
 * A search shows what it finds, so it is denied where Read is: the first rule that speaks of its path, or of whatever lies below it,
 * decides. A deny of Read as such is about that tool; and what a search from above finds, only who runs it can leave out. Null: not
 * denied.
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

/** What the rules say about a Read of that place. */
function firstForReading(read: ToolRules, { surroundings, origin }: ToolCall, places: Places): number {
  const input = { path: places.written };
  const below = firstForPath(read, places, input, surroundings);
  if (!read.asksForClasses) return below;
  const call: ToolCall = {
    tool: 'Read',
    input,
    subject: { kind: 'path', ...places },
    access: 'read',
    surroundings,
    origin,
  };
  return firstForClasses(read, call, wholeCall, { actions: EVERY_ACTION, below });
}

/** Tools that show what they find. */
export const SEARCHES: ReadonlySet<string> = new Set(['Grep', 'Glob']);

/** Without a path it looks around where it stands. */
function searchedPlaces({ subject, surroundings }: ToolCall): Places {
  if (subject.kind === 'path') return subject;
  const { workspace, cwd = workspace, realPath } = surroundings;
  return { written: cwd, real: realPath?.(cwd) ?? cwd };
}

function below({ written, real, opened }: Places): Places {
  const any = { written: anyIn(written), real: anyIn(real) };
  return opened === undefined ? any : { ...any, opened: anyIn(opened) };
}

/** By a name that no rule means. */
function anyIn(directory: AbsolutePath): AbsolutePath {
  return `${directory === '/' ? '' : directory}/whatever lies there` as AbsolutePath;
}
