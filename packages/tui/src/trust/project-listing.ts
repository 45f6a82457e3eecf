import type { ProjectListing, ProjectWant } from '@caliban/agent/session';
import { cutMiddle, plural, visible } from '@caliban/calls/text';
import { formatPattern, lintRules, type Rule } from '@caliban/gate';

export type ListingOptions = {
  readonly colours: boolean;
  /** This user has accepted all of it. */
  readonly isAccepted?: boolean;
  /** Limits the rules that are neither over-broad nor lift a deny; those are always shown. */
  readonly atMost?: number;
};

export function listingLines(
  { workspace, allows, allowsShownBy, lifts, wants }: ProjectListing,
  options: ListingOptions,
): readonly string[] {
  const place = visible(workspace);
  const first = allows.length === 0 ? `The settings in ${place} are new to you.` : `Its settings say more.`;
  const [rulesTitle, settingsTitle] = options.isAccepted
    ? [`The rules in ${place} let an agent do this without asking:`, `The settings in ${place} have caliban use this:`]
    : [
        `The rules in ${place} are new to you.\nThey would let an agent do this without asking:`,
        `${first}\nThey would have caliban use this:`,
      ];
  return [
    ...listed(rulesTitle, allowLines({ workspace, allows, allowsShownBy, lifts }, options)),
    // Never shortened: any of these may run a program.
    ...listed(
      settingsTitle,
      wants.map((want) => wantLine(want, workspace)),
    ),
  ];
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, '', ...lines, ''];
}

/** The worst first, and never cut off: a repository could hide it behind thirty others. */
function allowLines(
  { workspace, allows, allowsShownBy, lifts }: Omit<ProjectListing, 'wants'>,
  { colours, atMost = Number.POSITIVE_INFINITY }: ListingOptions,
): readonly string[] {
  const broad = new Set(allows.filter(isOverBroad));
  const liftedBy = (rule: Rule) => lifts.filter(({ allow }) => allow === rule);
  const lifting = new Set(lifts.map(({ allow }) => allow));
  const worst = [...broad, ...allows.filter((rule) => !broad.has(rule) && lifting.has(rule))];
  const others = allows.filter((rule) => !broad.has(rule) && !lifting.has(rule));
  const shown = others.slice(0, Math.max(0, atMost - worst.length));
  const left = others.length - shown.length;
  const red = (line: string) => (colours ? `\u001b[31m${line}\u001b[0m` : line);
  const marked = (rule: Rule) => [
    red(`! ${ruleText(rule, workspace)}`),
    ...deniesText(
      liftedBy(rule).map(({ deny }) => deny),
      workspace,
    ).map(red),
  ];
  const denies = new Set(lifts.map(({ deny }) => deny)).size;
  return [
    ...worst.flatMap(marked),
    ...shown.map((rule) => `  ${ruleText(rule, workspace)}`),
    ...(left === 0 ? [] : [`  … and ${left} more; see ${allowsShownBy}`]),
    // Repeated below the list, whose top may have scrolled off the screen.
    ...(broad.size === 0 ? [] : ['', `! over-broad, and listed first: ${broad.size} of ${allows.length}`]),
    ...(denies === 0
      ? []
      : [
          ...(broad.size === 0 ? [''] : []),
          red(
            `! ${plural(denies, 'deny rule')} of your own would no longer refuse everything: see \`lifts your deny\``,
          ),
        ]),
  ];
}

/** By lint's criteria; a rule too long to analyse is treated as over-broad. */
export function isOverBroad(rule: Rule): boolean {
  return lintRules([rule]).some(({ kind }) => kind === 'over-broad' || kind === 'unchecked');
}

function wantLine({ what, file, line }: ProjectWant, workspace: string): string {
  return visible(`  ${what}  ${placeOf({ file, line }, workspace)}`);
}

function ruleText({ pattern, source, comment }: Rule, workspace: string): string {
  const place = placeOf(source, workspace);
  const note = comment === undefined || comment === '' ? '' : `  # ${cutMiddle(comment, MAX_COMMENT_BYTES).text}`;
  return visible(`${formatPattern(pattern).padEnd(32)}${place === '' ? '' : `  ${place}`}${note}`);
}

function deniesText(denies: readonly Rule[], workspace: string): readonly string[] {
  const left = denies.length - MAX_DENIES;
  return [
    ...denies.slice(0, MAX_DENIES).map((deny) => `    lifts your deny \`${denyText(deny, workspace)}`),
    ...(left > 0 ? [`    and ${left} more of your deny rules`] : []),
  ];
}

/** Per rule: someone who sees this many lifted denies needs no more of them. */
const MAX_DENIES = 8;

function denyText({ pattern, source }: Rule, workspace: string): string {
  return visible(`${formatPattern(pattern)}\` (${placeOf(source, workspace)})`);
}

/** Files of the project as they are called in it. */
function placeOf({ file, line }: Pick<Rule['source'], 'file' | 'line'>, workspace: string): string {
  if (file === undefined) return '';
  const shown = file.startsWith(`${workspace}/`) ? file.slice(workspace.length + 1) : file;
  return `${shown}${line === undefined ? '' : `:${line}`}`;
}

/** The repository's own comment; the rule itself is never cut. */
const MAX_COMMENT_BYTES = 160;
