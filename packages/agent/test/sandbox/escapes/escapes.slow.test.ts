import { ALL_ATTEMPTS } from './all-attempts.ts';
import { describeEscapes } from './describe-escapes.ts';

await describeEscapes(ALL_ATTEMPTS, { readings: 40 });
