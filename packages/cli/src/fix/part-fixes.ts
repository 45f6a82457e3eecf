import { type Part, suggestPatterns, type Verdict } from '@caliban/gate';
import { exactCommandPattern } from '@caliban/gate/ask';
import { type Change, decidingPart, type Fix, judgeBy, type Trial } from './fix.ts';
import { type Candidate, fixed, type Placed, placedRule } from './place-rule.ts';

/** For a line with several stopped parts: an allow for each of them, which only together let the line through. */
export function partFixes(trial: Trial): readonly Fix[] {
  const exact = allowEach(trial, exactly);
  const wide = allowEach(trial, widely);
  return [
    ...(exact === null ? [] : [{ ...exact, about: 'exactly these parts' }]),
    ...(wide === null ? [] : [{ ...wide, about: 'these parts, and others like them' }]),
  ];
}

/** Null if one allow is enough, or no set of them is. */
function allowEach(
  { call, verdict, inForce }: Trial,
  candidatesFor: (trial: Trial, part: Part) => readonly Candidate[],
): Omit<Fix, 'about'> | null {
  const changes: Change[] = [];
  let { rules } = inForce;
  let now = verdict;
  while (now.action !== 'allow') {
    const part = decidingPart(now);
    if (part === undefined || changes.length === MAX_PARTS) return null;
    const trial = { call, verdict: now, inForce: { ...inForce, rules } };
    const placed = settled(part, candidatesFor(trial, part), trial);
    if (placed === null) return null;
    changes.push(placed.change);
    ({ rules, verdict: now } = placed);
  }
  if (changes.length < 2) return null;
  const { action: outcome } = judgeBy(rules, call, inForce);
  return { changes, outcome, rules };
}

/** More rules for one line than anyone would review. */
const MAX_PARTS = 6;

/** Adds the first candidate after which the verdict is an allow or about another part. */
function settled(part: Part, candidates: readonly Candidate[], trial: Trial): Placed | null {
  const isEnough = (verdict: Verdict) => verdict.action === 'allow' || !isAbout(verdict, part);
  for (const candidate of candidates) {
    const placed = placedRule(candidate, { action: 'allow', isEnough }, trial);
    if (placed !== null) return placed;
  }
  return null;
}

function isAbout(verdict: Verdict, part: Part): boolean {
  const deciding = decidingPart(verdict);
  return deciding === undefined || (deciding.number === part.number && deciding.kind === part.kind);
}

function exactly({ call }: Trial, part: Part): readonly Candidate[] {
  const narrow = suggestPatterns(call, { part }).at(-1)?.pattern ?? null;
  return [...(part.kind === 'command' ? [fixed(exactCommandPattern(call, part.text))] : []), fixed(narrow)];
}

function widely(trial: Trial, part: Part): readonly Candidate[] {
  const wider = suggestPatterns(trial.call, { part }).at(-2)?.pattern ?? null;
  return [fixed('@read-only'), fixed(wider), ...exactly(trial, part)];
}
