import { generateScript } from './generate-script.ts';
import { mutate } from './mutate-line.ts';
import { Random } from './random.ts';

/** The line with this number; always the same. */
export function generateLine(number: number): string {
  for (let attempt = 0; ; attempt++) {
    const random = new Random(number * 1009 + attempt * 7919);
    const line = generateScript(random, 1 + random.below(3));
    const mutated = random.once(2) ? mutate(random, line, generateScript(random, 1)) : line;
    if (isSafe(mutated)) return mutated;
  }
}

/**
 * What is run for a test must not reach beyond its scratch directory: no paths, no variables the shell fills with one, no signals,
 * no numbers that take long to count to. Programs are not found, so only built-ins run.
 */
function isSafe(line: string): boolean {
  return (
    line.length <= 2000 &&
    !/\/|\0|kill|enable|suspend|ulimit|[0-9]{4}|BASH|HOME|PWD|SHELL|PATH|PPID|DIRSTACK|\$_|\$0|\$\{[_0]/.test(line)
  );
}
