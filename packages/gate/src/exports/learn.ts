export { brakeWitnesses } from '../learn/brake.ts';
export type { Evidence, Learned, LearnedRule, LearnPolicy, RefusedRule } from '../learn/learn-rules.ts';
export { learnRules } from '../learn/learn-rules.ts';
export { Lessons } from '../learn/lessons.ts';
