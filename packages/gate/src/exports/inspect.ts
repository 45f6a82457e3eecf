export { alignRules } from '../inspect/compare/align-rules.ts';
export type { LiftedDeny } from '../inspect/compare/lifted-denies.ts';
export { liftedDenies } from '../inspect/compare/lifted-denies.ts';
export type { RiskyChange } from '../inspect/compare/risky-changes.ts';
export { riskyChanges } from '../inspect/compare/risky-changes.ts';
export { witnessCalls } from '../inspect/compare/witness-calls.ts';
export type { KnownRoots } from '../inspect/containment/contains-path.ts';
export { exampleCalls } from '../inspect/example-call.ts';
export type { ExplainedPart, TriedRule } from '../inspect/explain.ts';
export type { ExampleCall } from '../inspect/finding.ts';
export type { AskedPart } from '../inspect/question/asked-parts.ts';
export { askedParts, askingParts } from '../inspect/question/asked-parts.ts';
export type { CallText } from '../inspect/question/call-text.ts';
export { callText } from '../inspect/question/call-text.ts';
export type { OfferedRule, RuleWish, WishedRule } from '../inspect/question/kept-rules.ts';
export {
  anyPart,
  offeredRules,
  partsLeft,
  preselectedPattern,
  testedCall,
  wishedRule,
} from '../inspect/question/kept-rules.ts';
export { placeOfPart } from '../inspect/question/place-of-part.ts';
export { rehearsalHeadline } from '../inspect/question/rehearsal-headline.ts';
export type { Risk } from '../inspect/question/risks.ts';
export { isDangerousPart, riskLevel, risksOf } from '../inspect/question/risks.ts';
export type { RuleMatcher } from '../inspect/question/rule-matcher.ts';
export { ruleMatcher } from '../inspect/question/rule-matcher.ts';
export { isWholeLine, withoutTick, withTick } from '../inspect/question/ticked.ts';
export { LAYER_OF, savedText, scopeText, unheardBecause } from '../inspect/question/unheard.ts';
export { whyNoRuleFits } from '../inspect/question/why-no-rule-fits.ts';
