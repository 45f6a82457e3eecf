import { becauseText } from '../filter/because-text.ts';
import type { Verdict } from '../types/verdict.ts';

/** One sentence for people: `ask: "rm -rf ~" (part 2 of 2) matches no allow rule`. Safe to print. */
export function describeVerdict({ action, because }: Verdict): string {
  return `${action}: ${becauseText(because)}`;
}
