import { passedByOthers } from './passed-by-others.ts';

passedByOthers([
  ['runtime.test.ts', 'quick', '', 20],
  ['escapes/escapes.test.ts', 'quick', 'by the sandbox runtime', 5],
]);
