import type { Action, Rule, ToolCall, Verdict } from '@caliban/gate';
import { type AllowPlace, indexAt, placesAgainst } from '@caliban/gate/internal/ask/allow-place';
import { exactCommandPattern, exactPattern } from '@caliban/gate/internal/ask/exact-pattern';
import { ruleOf } from '@caliban/gate/internal/ask/find-allow';
import type { RulesInForce } from '@caliban/gate/internal/ask/judge-with-allow';
import { shellQuote } from '@caliban/gate/internal/ask/shell-quote';
import { PATH_START } from '@caliban/gate/internal/ask/way-through';
import { CLASS_NAMES, CLASSES, type ClassName } from '@caliban/gate/internal/classes/class-names';
import { ruleVerdict } from '@caliban/gate/internal/filter/rule-verdict';
import { suggestPatterns } from '@caliban/gate/internal/inspect/suggest-patterns';
import { judge } from '@caliban/gate/internal/judge/judge';
import { createRuleBook } from '@caliban/gate/internal/judge/rule-book';
import { formatPattern } from '@caliban/gate/internal/pattern/format-pattern';
import { parsePattern } from '@caliban/gate/internal/pattern/parse-pattern';
import { visible } from '@caliban/gate/internal/text/visible';
import { STRICTNESS } from '@caliban/gate/internal/types/rule';
import { isSamePattern } from '@caliban/storage/internal/rules/choose-rule';

/** A change to one file. */
export type Change =
  | { readonly kind: 'add'; readonly rule: Rule; readonly place: FilePlace }
  | { readonly kind: 'remove'; readonly rule: Rule };

type FilePlace = Exclude<AllowPlace, { layer: 'cli' }>;

/** A change that settles the call. */
export type Fix = {
  readonly change: Change;
  /** What it does, in a few words. */
  readonly about: string;
  /** What the call gets then. */
  readonly outcome: Action;
  /** All rules with the change made. */
  readonly rules: readonly Rule[];
  readonly command: string;
};

/** The smallest changes first: allow, then take away what stops it, then deny. Each has been tried. */
export function fixesFor(call: ToolCall, verdict: Verdict, inForce: RulesInForce): readonly Fix[] {
  const trial: Trial = { call, verdict, inForce };
  const allows = verdict.action === 'allow' ? [] : allowCandidates(trial).map((each) => added(each, 'allow', trial));
  const removed = verdict.action === 'allow' ? null : removal(trial);
  const denies = verdict.action === 'deny' ? [] : denyCandidates(trial).map((each) => added(each, 'deny', trial));
  const fixes = [...allows, removed, ...denies].filter((fix) => fix !== null);
  return fixes.filter(({ command }, index) => fixes.findIndex((other) => other.command === command) === index);
}

type Trial = { readonly call: ToolCall; readonly verdict: Verdict; readonly inForce: RulesInForce };

/** A pattern, as it has to be written in that place. */
type Candidate = { readonly patternIn: (place: FilePlace) => string | null; readonly about: string };

function allowCandidates({ call, verdict }: Trial): readonly Candidate[] {
  const part = askedPart(verdict);
  const suggestions = suggestPatterns(call, part === undefined ? {} : { part }).toReversed();
  return [
    ...(part?.kind === 'command' ? [fixed(exactCommandPattern(call, part.text), 'exactly this part')] : []),
    { patternIn: ({ layer }) => exactPattern(call, PATH_START[layer]), about: 'exactly this call' },
    ...suggestions.map(({ pattern, explanation }) => fixed(pattern, explanation)),
    fixed('@read-only', CLASSES['read-only'].description),
  ];
}

function denyCandidates({ call, verdict }: Trial): readonly Candidate[] {
  // A deny of one part of several would stop that part everywhere else too.
  const narrow = askedPart(verdict) === undefined ? suggestPatterns(call).at(-1) : undefined;
  return [
    { patternIn: ({ layer }) => exactPattern(call, PATH_START[layer]), about: 'exactly this call' },
    ...(narrow === undefined ? [] : [fixed(narrow.pattern, narrow.explanation)]),
    ...CLASS_NAMES.filter((name) => !HARMLESS.has(name)).map((name) => fixed(`@${name}`, CLASSES[name].description)),
  ];
}

/** To deny one of these would stop what every session does. */
const HARMLESS: ReadonlySet<ClassName> = new Set(['read-only', 'network']);

function fixed(pattern: string | null, about: string): Candidate {
  return { patternIn: () => pattern, about };
}

function askedPart(verdict: Verdict) {
  const { because } = ruleVerdict(verdict);
  const part = because.kind === 'fault' ? undefined : because.part;
  return part !== undefined && part.of > 1 && part.kind === 'command' ? part : undefined;
}

/** The rule put where it is heard: against what decides now, then against whatever decides instead. */
function added({ patternIn, about }: Candidate, action: 'allow' | 'deny', trial: Trial): Fix | null {
  const { call, verdict, inForce } = trial;
  let against = ruleOf(verdict);
  for (let tries = 0; tries < MAX_OVERTAKEN; tries++) {
    let last: Verdict | null = null;
    for (const place of placesAgainst(against, 'rule')) {
      if (place.layer === 'cli' || (action === 'allow' && isSetAside(place, inForce))) continue;
      const pattern = patternIn(place);
      const fix = pattern === null ? null : addedAt(place, { pattern, action, about }, inForce);
      if (fix === null) continue;
      last = judgeBy(fix.rules, call, inForce);
      if (last.action === action) return fix;
    }
    const next = last === null ? undefined : ruleOf(last);
    if (next === undefined || next === against) return null;
    against = next;
  }
  return null;
}

const MAX_OVERTAKEN = 4;

function isSetAside({ layer }: FilePlace, { projectOnlyTightens = false }: RulesInForce): boolean {
  return projectOnlyTightens && layer !== 'user';
}

type NewRule = { readonly pattern: string; readonly action: 'allow' | 'deny'; readonly about: string };

function addedAt(place: FilePlace, { pattern, action, about }: NewRule, { rules }: RulesInForce): Fix | null {
  const parsed = parsePattern(pattern);
  const index = indexAt(place, rules);
  if (!parsed.ok || index === null || visible(pattern) !== pattern || pattern.length > MAX_PATTERN) return null;
  const rule: Rule = { pattern: parsed.value, action, source: { layer: place.layer } };
  const scope = place.layer === 'project' ? '' : ` --scope ${place.layer}`;
  const at = typeof place.at === 'string' ? place.at : `before ${formatPattern(place.at.before.pattern)}`;
  const where = at === 'bottom' ? '' : ` --at ${at === 'top' ? at : shellQuote(at)}`;
  return {
    change: { kind: 'add', rule, place },
    about,
    outcome: action,
    rules: rules.toSpliced(index, 0, rule),
    command: `caliban perms add ${shellQuote(pattern)} ${action}${scope}${where}`,
  };
}

const MAX_PATTERN = 2000;

/** Without the rule that stops the call, where it is in a file that caliban changes. */
function removal({ call, verdict, inForce }: Trial): Fix | null {
  const rule = ruleOf(verdict);
  const file = rule?.source.file;
  const layer = rule?.source.layer;
  const isWritable = layer === 'local' || layer === 'project' || layer === 'user';
  if (rule === undefined || file === undefined || !isWritable || !/permissions(?:\.local)?\.toml$/.test(file))
    return null;
  const rules = inForce.rules.filter(
    ({ pattern, source }) => source.file !== file || !isSamePattern(pattern, rule.pattern),
  );
  const outcome = judgeBy(rules, call, inForce).action;
  if (STRICTNESS[outcome] >= STRICTNESS[verdict.action]) return null;
  const pattern = formatPattern(rule.pattern);
  const scope = layer === 'project' ? '' : ` --scope ${layer}`;
  const note = outcome === 'ask' ? '; then it is asked about' : '';
  return {
    change: { kind: 'remove', rule },
    about: `without the rule that stops it${note}`,
    outcome,
    rules,
    command: `caliban perms remove --pattern ${shellQuote(pattern)}${scope}`,
  };
}

export function judgeBy(rules: readonly Rule[], call: ToolCall, { rules: _, ...options }: RulesInForce): Verdict {
  return judge(createRuleBook(rules, options), call);
}
