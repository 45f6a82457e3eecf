import type { Directories, Redirect } from '../../types/command-line.ts';
import { type FoundFunction, START } from './directories.ts';
import type { Findings, FoundRedirect } from './findings.ts';
import type { FoundUnit } from './make-unit.ts';

/** The final paths of redirects: a later part of the line may change the target of an earlier one. */
export function settleRedirects(findings: Findings): readonly Redirect[] {
  const { redirects } = findings;
  const { moves } = findings.movements;
  if (redirects.length === 0) return redirects;
  const cdIsFree = moves > 0 && mayGoElsewhere(findings);
  const homeIsFree = redirects.some(leadsHome) && mentions(findings, 'HOME');
  settleWandering(findings);
  for (const redirect of redirects) {
    if (moves === 0) redirect.directories = START;
    else if (cdIsFree || redirect.directories?.length === 0) redirect.directories = null;
    if (homeIsFree && startsAtHome(redirect.target)) redirect.target = null;
    if (homeIsFree && leadsHome(redirect)) redirect.directories = null;
  }
  return redirects;
}

/** The final directories of one command. */
export function settleUnits(findings: Findings, unit: FoundUnit): Directories {
  const { units, movements } = findings;
  if (movements.moves === 0 || units.length < 2) return START;
  const whole = WHOLE_LINES.get(findings) ?? lookAtWholeLine(findings);
  WHOLE_LINES.set(findings, whole);
  if (whole.mayGoElsewhere || unit.found?.length === 0) return null;
  return startAtHome(unit.found) && whole.mayMoveHome ? null : unit.found;
}

/** Cached, because a line may have thousands of commands. */
type WholeLine = { readonly mayGoElsewhere: boolean; readonly mayMoveHome: boolean };

const WHOLE_LINES = new WeakMap<Findings, WholeLine>();

function lookAtWholeLine(findings: Findings): WholeLine {
  settleWandering(findings);
  return { mayGoElsewhere: mayGoElsewhere(findings), mayMoveHome: mentions(findings, 'HOME') };
}

function settleWandering(findings: Findings): void {
  for (const { redirects, units } of wanderingFunctions(findings)) {
    for (const redirect of findings.redirects.slice(...redirects)) redirect.directories = null;
    for (const unit of findings.units.slice(...units)) unit.found = null;
  }
}

/** Functions that may call one that moves the shell: themselves, or one the line defines only later. */
function wanderingFunctions({ movements: { functions }, units }: Findings): readonly FoundFunction[] {
  if (!functions.some(({ moves }) => moves)) return [];
  const names = new Set(functions.map(({ name }) => name));
  const calls = [0];
  for (const { plain } of units) {
    const isCall = plain.split(/[\s;&|(){}'"]+/).some((word) => names.has(word));
    calls.push((calls.at(-1) as number) + Number(isCall));
  }
  return functions.filter(({ units: [first, end] }) => calls[first] !== calls[end]);
}

function leadsHome({ target, directories }: FoundRedirect): boolean {
  return startsAtHome(target) || startAtHome(directories);
}

function startAtHome(directories: Directories): boolean {
  return (directories ?? []).some(([first]) => startsAtHome(first ?? null));
}

function startsAtHome(path: string | null): boolean {
  return path?.startsWith('~') === true;
}

/** `CDPATH`, which `cd` searches first. */
function mayGoElsewhere(findings: Findings): boolean {
  return mentions(findings, 'CDPATH') || mentions(findings, 'cdpath');
}

/** The line may set the variable: by an assignment or through a built-in such as `read` or `export`. */
function mentions({ units, assignments }: Findings, variable: string): boolean {
  const asArgument = new RegExp(`(?:^|[^\\w$\{])${variable}\\b`);
  return assignments.some(({ name }) => name === variable) || units.some(({ plain }) => asArgument.test(plain));
}
