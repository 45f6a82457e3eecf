import { asAssignment, DECLARED_NAME } from './builtin-assignments.ts';
import type { Findings } from './findings.ts';
import type { Command, Word } from './parse-command-line.ts';
import { isLiteral } from './read-word.ts';
import { settleWord } from './settled-word.ts';

/** With `declare -n` a variable stands for another, and what it is given goes there. */
export function noteReferences(name: string, items: Command['suffix'], findings: Findings): void {
  if (!NAMING.has(name) || !items.some((item) => item.type === 'Word' && isReferenceOption(item, findings))) return;
  for (const item of items) {
    if (item.type === 'Assignment') {
      findings.references.add(item.name);
      addReferred(item.value.type === 'Word' && isLiteral(item.value) ? item.value.value : null, findings);
    } else if (item.type === 'Word' && !/^[-+]/.test(item.value)) {
      addReferred(referredBy(item, findings), findings);
    }
  }
}

const NAMING: ReadonlySet<string> = new Set(['declare', 'local', 'typeset']);

function isReferenceOption(word: Word, { values }: Findings): boolean {
  const texts = isLiteral(word) ? [word.value] : settleWord(word, values.now()).texts;
  return texts.some((text) => /(?:^|\s)-[A-Za-z]*n/.test(text));
}

/** `declare -n 'r=x'`. Without a value, what it is given next or holds already is the name of the other. */
function referredBy(word: Word, { references }: Findings): string | null {
  const [target, name] = DECLARED_NAME.exec(word.value) ?? [];
  if (target === undefined || !isLiteral(word)) return null;
  references.add(name as string);
  return word.value.slice(target.length);
}

function addReferred(name: string | null, findings: Findings): void {
  if (name === null) findings.addProblem('a variable stands for another, and the line does not tell for which');
  else findings.assignments.push(asAssignment(name.replace(/\[[\s\S]*/, '')));
}
