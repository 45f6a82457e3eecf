import type { ToolCall } from '@caliban/calls';
import { CLASS_NAMES, CLASSES, type ClassName } from '@caliban/calls/classes';
import { formatPattern, suggestPatterns, type Verdict } from '@caliban/gate';
import type { RulesInForce } from '@caliban/gate/ask';
import { exactCommandPattern, exactPattern, PATH_START, ruleOf, shellQuote } from '@caliban/gate/ask';
import { STRICTNESS } from '@caliban/gate/types';
import { isSamePattern } from '@caliban/storage/rules';
import { decidingPart, type Fix, judgeBy, type Trial } from './fix.ts';
import { partFixes } from './part-fixes.ts';
import { type Candidate, fixed, placedRule } from './place-rule.ts';

/** The smallest changes first: allow, then remove what stops it, then deny. Each has been tried. */
export function fixesFor(call: ToolCall, verdict: Verdict, inForce: RulesInForce): readonly Fix[] {
  const trial: Trial = { call, verdict, inForce };
  const allows =
    verdict.action === 'allow'
      ? []
      : [...allowCandidates(trial).map((each) => added(each, 'allow', trial)), ...partFixes(trial)];
  const removed = verdict.action === 'allow' ? null : removal(trial);
  const denies = verdict.action === 'deny' ? [] : denyCandidates(trial).map((each) => added(each, 'deny', trial));
  const fixes = [...allows, removed, ...denies].filter((fix) => fix !== null);
  return fixes.filter((fix, index) => fixes.findIndex((other) => commandsOf(other) === commandsOf(fix)) === index);
}

function commandsOf({ changes }: Fix): string {
  return changes.map(({ command }) => command).join('\n');
}

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

/** Denying one of these would stop what every session does. */
const HARMLESS: ReadonlySet<ClassName> = new Set(['read-only', 'network', 'dangerous']);

function askedPart(verdict: Verdict) {
  const part = decidingPart(verdict);
  return part?.kind === 'command' ? part : undefined;
}

function added(candidate: Candidate, action: 'allow' | 'deny', trial: Trial): Fix | null {
  const isEnough = (verdict: Verdict) => verdict.action === action;
  const placed = placedRule(candidate, { action, isEnough }, trial);
  if (placed === null) return null;
  return { changes: [placed.change], about: candidate.about, outcome: action, rules: placed.rules };
}

/** Removes the rule that stops the call, if it is in a file that caliban changes. */
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
  const command = `caliban perms remove --pattern ${shellQuote(pattern)}${scope}`;
  return {
    changes: [{ kind: 'remove', rule, command }],
    about: `without the rule that stops it${note}`,
    outcome,
    rules,
  };
}
