import { analyseCommandLine, type CommandLine } from '@caliban/calls';
import { describeUrl, literalText, matchesText, matchesUrl } from '@caliban/calls/globs';
import { isPlainCommand } from '@caliban/calls/shell';
import { visible } from '@caliban/calls/text';
import type { TextGlob, UrlGlob } from '@caliban/calls/types';
import { commandSpellings } from '../../judge/command-spellings.ts';
import type { ArgumentGlob } from '../../types/pattern.ts';
import { wholeText } from '../containment/contains-argument.ts';
import { inclusion } from '../containment/inclusion.ts';
import { NOTHING } from '../containment/nfa.ts';
import { pathNfa } from '../containment/path-nfa.ts';
import { filled } from '../containment/sample-texts.ts';
import type { ExampleContext } from '../example-call.ts';
import type { ExampleCall, Finding } from '../finding.ts';
import type { Shape } from '../rule-shape.ts';
import { quotedPattern } from './rule-name.ts';

/** Rules that no call can match, although each part of their pattern makes sense. */
export function neverMatches({ rule, position, reaches }: Shape, { profiles }: ExampleContext): Finding[] {
  const reasons = reaches.map(({ spec }) =>
    spec.argument === null ? null : whyNever(spec.argument, rule.action === 'allow'),
  );
  const reason = reasons[0] ?? null;
  // One tool that can match is enough.
  if (reason === null || reasons.includes(null)) return [];
  const [{ tool }] = reaches as [Shape['reaches'][number]];
  const field = profiles.get(tool)?.argument?.field;
  const exampleCall: ExampleCall | null =
    reason.line === undefined || field === undefined ? null : { tool, input: { [field]: reason.line } };
  const message = `${quotedPattern(rule)} ${reason.says}`;
  return [{ kind: 'never-matches', rule, position, severity: 'warning', message, exampleCall }];
}

type Reason = {
  readonly says: string;
  /** A command one might expect it to match. */
  readonly line?: string;
};

function whyNever(argument: ArgumentGlob, isAllow: boolean): Reason | null {
  switch (argument.kind) {
    case 'text':
      return isAllow ? whyNeverAllowed(argument) : null;
    case 'class':
      return null;
    case 'url':
      return whyNoScheme(argument.glob) ?? (isAllow ? whyNoUrl(argument.glob) : null);
    case 'path': {
      const { alternatives } = argument.glob;
      const hasClass = alternatives
        .flat()
        .some((segment) => typeof segment === 'object' && segment.some(({ kind }) => kind === 'class'));
      const isEmpty = hasClass && inclusion(pathNfa(alternatives), NOTHING, { left: 10_000 }).kind === 'included';
      return isEmpty ? { says: 'matches no path: a `[…]` in it stands for no character' } : null;
    }
  }
}

/** An allow matches one command of a line, or spells the whole line; checks whether the lines it seems made for are like that. */
function whyNeverAllowed(argument: Extract<ArgumentGlob, { kind: 'text' }>): Reason | null {
  const glob = wholeText(argument);
  const literal = literalText(glob);
  let reason: Reason | null = null;
  for (const text of literal === null ? [filled(glob, 'x', 'x'), filled(glob, 'x y', 'x')] : [literal]) {
    if (isPlainCommand(text)) return null;
    const line = analyseCommandLine(text);
    if (line.problems[0] !== undefined) return literal === null ? null : unreadableLine(line.problems[0], text);
    if (fitsSomewhere(line, glob, literal)) return null;
    reason ??= whyNot(line, text);
  }
  return reason;
}

function fitsSomewhere({ source, units, assignments }: CommandLine, glob: TextGlob, literal: string | null): boolean {
  if (literal !== null && source.trim() === literal && units.every(({ name }) => name !== null)) return true;
  if (units.length === 0 && matchesText(glob, source)) return true;
  return (
    assignments.some(({ text }) => matchesText(glob, text)) ||
    units.some((unit) => {
      const { every, written, forAllow } = commandSpellings(unit);
      const forms = [...every, ...(written === null ? [] : [written]), ...forAllow];
      return unit.name !== null && forms.some((form) => matchesText(glob, form));
    })
  );
}

function unreadableLine(problem: string, line: string): Reason {
  return {
    says: `allows nothing: the line cannot be vouched for (${problem}), and only a rule for every command allows such a line`,
    line,
  };
}

function whyNot({ units }: CommandLine, line: string): Reason {
  if (units.some(({ name }) => name === null)) {
    return { says: 'allows nothing: what the command is called is known only when it runs', line };
  }
  const says =
    'allows nothing: an allow covers one command and reaches neither across `&&`, `;`, `|` nor around it; write one rule for each command';
  return { says, line };
}

/** `evil.test` and Claude Code's `domain:evil.test`: a fetched URL begins with a scheme. */
function whyNoScheme({ text, parts }: UrlGlob): Reason | null {
  const [head = ''] = text.toLowerCase().split(/[*?]/, 1);
  if (parts !== null || SCHEMES.some((scheme) => scheme.startsWith(head))) return null;
  const rest = text.replace(/^domain:/i, '');
  const written = `https://${rest}${rest.includes('/') ? '' : '/*'}`;
  return { says: `meets no url: urls begin with their scheme; write \`${visible(written)}\`, or a \`*\` in front` };
}

const SCHEMES = ['http://', 'https://', 'ftp://', 'file://', 'ws://', 'wss://'];

/** URLs are matched in normal form, and one with a user name is never allowed by its text. */
function whyNoUrl(glob: UrlGlob): Reason | null {
  if (glob.parts?.authorities.some(({ text }) => text.includes('@')) === true) {
    return { says: 'allows nothing: a url with a user name is never allowed by its text; write it without' };
  }
  const [only, ...others] = glob.loose;
  const literal = only === undefined || others.length > 0 ? null : literalText(only);
  if (literal === null) return null;
  const { normal } = describeUrl(literal);
  if (normal === null)
    return { says: 'allows nothing: it is no url; write it with `https://` in front, or with a `*`' };
  return matchesUrl(glob, normal)
    ? null
    : { says: `allows nothing: urls are compared in normal form; write \`${normal}\`` };
}
