import { becauseText } from '../filter/because-text.ts';
import type { ConfinedRun, Verdict } from '../types/verdict.ts';

/** One sentence for people: `ask: "rm -rf ~" (part 2 of 2) matches no allow rule`. Safe to print. */
export function describeVerdict({ action, because, confined }: Verdict): string {
  return `${action}${confined === undefined ? '' : `, ${CONFINED[confined]}`}: ${becauseText(because)}`;
}

const CONFINED: Readonly<Record<ConfinedRun, string>> = {
  'by-rules': 'if it runs confined',
  'without-network': 'if it runs confined and without network',
};
