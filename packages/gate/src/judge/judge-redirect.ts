import { specFor } from '../pattern/parse-pattern.ts';
import { absolutePath } from '../text/path.ts';
import type { AbsolutePath } from '../types/absolute-path.ts';
import type { Redirect } from '../types/command-line.ts';
import type { Surroundings } from '../types/tool-call.ts';
import type { Part, Verdict } from '../types/verdict.ts';
import { firstForPath } from './first-for-path.ts';
import type { LineContext } from './line-context.ts';
import { ALLOW, NO_RULE, STRICT } from './rule-index.ts';
import { strictest } from './strictest.ts';
import { verdictAt } from './verdict-at.ts';

/** Output goes where a Write would, input comes from where a Read would; null where nothing is opened that matters. */
export function judgeRedirect(context: LineContext, redirect: Redirect, part: Part): Verdict | null {
  const covered = coveringAllow(context, redirect);
  const paths = targetPaths(redirect, context.call.surroundings);
  if (paths === null) return judgeUnknownTarget(context, redirect, covered, part);
  const [first, ...others] = paths
    .filter((path) => !isFree(path))
    .map((path) => judgeTarget(context, redirect, path, covered, part));
  return first === undefined ? null : strictest([first, ...others]);
}

function judgeTarget(
  context: LineContext,
  { access }: Redirect,
  path: AbsolutePath,
  covered: number,
  part: Part,
): Verdict {
  const { rules, call } = context;
  const { realPath } = call.surroundings;
  if (path.startsWith('/dev/tcp/') || path.startsWith('/dev/udp/')) {
    return asked(context, covered, 'the target is a network connection', part);
  }
  const subject = { written: path, real: realPath === undefined ? path : realPath(path) };
  const tool = rules.forTool(access === 'write' ? 'Write' : 'Read');
  const first = Math.min(covered, firstForPath(tool, subject, { path }, call.surroundings));
  if (first === NO_RULE && access === 'read') return { action: 'allow', because: { kind: 'harmless', part } };
  return verdictAt(rules, first, part);
}

/** A target that is known only at run time: writing asks; reading does too where some rule cares what is read. */
function judgeUnknownTarget(context: LineContext, { access }: Redirect, covered: number, part: Part): Verdict {
  if (access === 'read') {
    const read = context.rules.forTool('Read');
    const allowed = read.firstAny(ALLOW, NO_RULE);
    if (read.firstOf(STRICT, allowed) === allowed) return { action: 'allow', because: { kind: 'harmless', part } };
  }
  return asked(context, covered, 'the target is known only when the command runs', part);
}

function asked({ rules }: LineContext, covered: number, problem: string, part: Part): Verdict {
  if (covered !== NO_RULE) return verdictAt(rules, covered, part);
  return { action: 'ask', because: { kind: 'opaque', problem, part } };
}

/** The first allow that covers the redirection itself: for any command, for exactly this line, or one that spells it out. */
function coveringAllow(
  { rules, tool, input, line, call, allowAny, exactAllow }: LineContext,
  redirect: Redirect,
): number {
  const covered = Math.min(allowAny, exactAllow);
  const unit = redirect.unit === null ? undefined : line.units[redirect.unit];
  if (unit === undefined) return covered;
  return tool.firstText(unit.raw, input, ALLOW, covered, (position) => {
    const argument = specFor(rules.rule(position).pattern, call.tool)?.argument;
    if (argument?.kind !== 'text' || argument.anywhere) return false;
    return argument.glob.segments.some((segment) => typeof segment === 'string' && segment.includes(redirect.text));
  });
}

/** Every path the target may stand for; null when that cannot be known. */
function targetPaths(
  { target, directories }: Redirect,
  { workspace, cwd = workspace, home }: Surroundings,
): readonly AbsolutePath[] | null {
  if (target === null || (isBelowHome(target) && home === undefined)) return null;
  if (target.startsWith('/') || isBelowHome(target)) return [absolutePath(target, { home })];
  if (directories === null) return null;
  if (home === undefined && directories.some((steps) => steps.some(isBelowHome))) return null;
  return directories.map((steps) => {
    const directory = steps.reduce<AbsolutePath>((base, step) => absolutePath(step, { base, home }), cwd);
    return absolutePath(target, { base: directory });
  });
}

function isBelowHome(path: string): boolean {
  return path === '~' || path.startsWith('~/');
}

function isFree(path: AbsolutePath): boolean {
  return path === '/dev/null' || path === '/dev/stdout' || path === '/dev/stderr' || /^\/dev\/fd\/\d+$/.test(path);
}
