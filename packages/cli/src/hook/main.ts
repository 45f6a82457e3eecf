import { BLOCKED_EXIT } from '../command-line/exit-codes.ts';
import { standardError } from '../process/standard-output.ts';
import { answerHook } from './answer-hook.ts';

// A separate entry point as well as the target of `caliban hook HOST`.
const words = process.argv.slice(2);
answerHook(words[0] === 'hook' ? words.slice(1) : words).catch((error: unknown) => {
  standardError(`caliban hook: ${error}\n`);
  process.exitCode = BLOCKED_EXIT;
});
