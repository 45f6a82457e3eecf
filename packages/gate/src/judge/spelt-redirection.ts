import type { Redirect, Unit } from '../types/command-line.ts';
import { firstForCall } from './first-for-call.ts';
import type { LineContext } from './line-context.ts';
import { ALLOW, STRICT } from './rule-index.ts';
import { REDIRECTION, spelling, spellsRedirection } from './strict-spelling.ts';
import { withBaseName } from './unit-forms.ts';

/**
 * The first deny or ask that spells the redirection (`echo * > /etc/*`), however the line spaces and quotes it; null when none
 * does, or an allow that covers it stands above.
 */
export function firstSpelling(context: LineContext, redirect: Redirect): number | null {
  const { rules, call, tool, input, line } = context;
  const covering = firstBehindSpellings(context);
  if (covering === null) return null;
  const unit = redirect.unit === null ? undefined : line.units[redirect.unit];
  const below = tool.firstText(unit?.raw ?? redirect.text, input, ALLOW, covering);
  const isMeant = (position: number): boolean => spellsRedirection(spelling(rules, position, call.tool));
  let first = below;
  for (const text of spellings(redirect, unit)) {
    const strict = tool.firstText(text, input, STRICT, first, isMeant);
    if (tool.firstText(text, input, ALLOW, strict) === strict) first = strict;
  }
  return first === below ? null : first;
}

/** Each redirection is looked at with all the words before it, and a model chooses how many there are of both. */
export function isTooMuchToSpell(context: LineContext, { unit }: Redirect): boolean {
  const { line } = context;
  if (unit === null || (line.units[unit] as Unit).plain.length * line.redirects.length < MOST_CHARACTERS) return false;
  return firstBehindSpellings(context) !== null;
}

const MOST_CHARACTERS = 1_000_000;

/** The first rule for any call, or for this very line; null when no deny or ask that may spell a redirection stands above it. */
function firstBehindSpellings({ tool, input, exactAllow }: LineContext): number | null {
  if ((tool.strictOperators & REDIRECTION) === 0) return null;
  const covering = Math.min(firstForCall(tool, input), exactAllow);
  return tool.firstOf(STRICT, covering) < covering ? covering : null;
}

/** Behind the words, without quotes, with a blank before the file and without; the operator as written, and as plain `>` or `<`. */
function spellings({ text, target }: Redirect, unit: Unit | undefined): readonly string[] {
  const [written = '', descriptor = '', operator = ''] = OPERATOR.exec(text) ?? [];
  const files = new Set([target ?? '', text.slice(written.length).replaceAll(/["']/g, '')]);
  files.delete('');
  const operators = [`${descriptor}${operator}`, operator.replace(/[&|]/g, '')];
  const tails = new Set(
    operators.flatMap((each) => [...files].flatMap((file) => [`${each} ${file}`, `${each}${file}`])),
  );
  if (unit === undefined) return [...tails];
  const { name, plain } = unit;
  const commands = [plain, ...(name === null ? [] : withBaseName(name, [plain]))];
  return commands.flatMap((command) => Array.from(tails, (tail) => `${command} ${tail}`));
}

const OPERATOR = /^(\d*|\{[^}]*\})(&?[<>]+[|&]?)\s*/;
