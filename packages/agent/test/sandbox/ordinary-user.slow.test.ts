import { passedByOthers } from './passed-by-others.ts';

passedByOthers([['escapes/escapes.slow.test.ts', 'slow', 'by the sandbox runtime', 60]]);
