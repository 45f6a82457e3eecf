import type { Findings } from './findings.ts';
import type { Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/** After `set -k`, what looks like an assignment is one wherever it stands: `git log PATH=/tmp/evil`. */
export function checkKeywordOption(name: string, words: readonly Word[], findings: Findings): void {
  if (name !== 'set' && name !== 'shopt') return;
  const told = findings.values.now();
  for (const word of words) {
    if (word.text === '--') return;
    const texts = isLiteral(word) ? [word.value] : settleWord(word, told).texts;
    if (!texts.some((text) => (name === 'set' ? SETS_KEYWORD : KEYWORD).test(text))) continue;
    findings.addProblem('arguments that look like assignments become some');
    return;
  }
}

const KEYWORD = /(?:^|\s)keyword\b/;
const SETS_KEYWORD = /(?:^|\s)(?:-[A-Za-z]*k|keyword\b)/;
