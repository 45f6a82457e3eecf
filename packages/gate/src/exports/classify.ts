export { classifierPrompt } from '../classify/classifier-prompt.ts';
export { compileStaticLists } from '../classify/compile-static-lists.ts';
export { classifierRequest } from '../classify/fast-classifier.ts';
export { guardedClassifier } from '../classify/guarded-classifier.ts';
export { parseClassifierAnswer } from '../classify/parse-classifier-answer.ts';
export type { StaticList, StaticLists } from '../classify/static-lists.ts';
export { STATIC_LISTS } from '../classify/static-lists.ts';
