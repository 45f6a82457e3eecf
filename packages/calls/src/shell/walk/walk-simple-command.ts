import { quoted } from '../../text/quoted.ts';
import type { Directories } from '../../types/command-line.ts';
import { evaluatesWords, onlyCounts } from '../interpret/builtins.ts';
import type { AssignmentNode, Command, Redirection, Word } from '../parse/parse-command-line.ts';
import { isReplaced } from '../parse/read-word.ts';
import { changeDirectory } from './change-directory.ts';
import { stayed, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';
import { FoundUnit, prefixAssignments } from './make-unit.ts';
import { walkRedirect } from './walk-redirects.ts';
import { checkParenthesis, walkAssignment, walkWord } from './walk-words.ts';

/** A command, or a statement that only assigns and redirects. Its substitutions are left in the findings. */
export function walkSimpleCommand(command: Command, from: Directories, findings: Findings): Whereabouts {
  const { name, prefix, suffix } = command;
  if (name === undefined) {
    findings.assignments.push(...prefixAssignments(command));
    for (const item of prefix) walkItem(item, null, from, findings);
    return stayed(from);
  }
  checkSwallowed(command, name, findings);
  const unit = new FoundUnit(command, name, from, findings);
  const place = findings.units.push(unit) - 1;
  for (const item of prefix) walkItem(item, place, from, findings);
  checkParenthesis(name, findings);
  walkWord(name, findings);
  for (const item of suffix) walkItem(item, place, from, findings);

  const operands = suffix.filter(isWord);
  if (unit.name === null) findings.evaluates = true;
  else if (evaluatesWords(unit.name, suffix.filter(isWordOrAssignment)))
    findings[onlyCounts(unit.name) ? 'counts' : 'evaluates'] = true;
  const hasRedirects = prefix.length > unit.assignments.length || suffix.some(isRedirect);
  const hasAssignments = unit.assignments.length > 0;
  return changeDirectory(
    { name: unit.name, operands, plain: unit.plain, hasAssignments, hasRedirects },
    from,
    findings,
  );
}

export const TIMED = '`time` is a word of its own in zsh, wherever a command begins';

/** Words that the grammar treats as arguments, and other shells don't: none of it is reliable. */
function checkSwallowed({ prefix, suffix }: Command, name: Word, findings: Findings): void {
  const { shell } = findings;
  if ((shell === 'zsh' ? /^\{./ : /^[{=]./).test(name.text) && shell !== 'bash' && !isReplaced(name))
    findings.addProblem(`zsh does not take ${quoted(name.text)} for the name of a command`);
  if (name.text === 'time' && shell !== 'bash' && prefix.some(isRedirect)) findings.addProblem(TIMED);
  if (name.text === '!') findings.addProblem('`!` behind a redirection may be none of the words');
  if (
    shell !== 'bash' &&
    shell !== 'zsh' &&
    suffix.some((item, place) => isBackground(item) && place < suffix.length - 1)
  )
    findings.addProblem('`&>` ends a command in dash');
  if (isBeforeParenthesis(findings.text, name.end)) findings.addProblem(`${quoted(name.text)} is followed by a \`(\``);
  // `{ a } always { b; }`: in zsh two groups, while bash passes all of it to `a`.
  const words = suffix.map((item) => (item.type === 'Word' ? item.text : ''));
  if (words.some((word, place) => word === 'always' && words[place - 1] === '}' && words[place + 1] === '{')) {
    findings.addProblem('`} always {` begins another group in zsh');
  }
}

/** In dash `a &>f b` is `a &`, and then `b` with a redirection. */
function isBackground(item: Item): boolean {
  return item.type === 'Redirect' && item.operator.startsWith('&>');
}

function isBeforeParenthesis(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t' || text.startsWith('\\\n', at)) at += text[at] === '\\' ? 2 : 1;
  return text[at] === '(';
}

type Item = Word | AssignmentNode | Redirection;

function walkItem(item: Item, unit: number | null, at: Directories, findings: Findings): void {
  switch (item.type) {
    case 'Word':
      checkParenthesis(item, findings);
      walkWord(item, findings);
      break;
    case 'Assignment':
      walkAssignment(item, findings);
      break;
    case 'Redirect':
    case 'HereString':
    case 'HereDoc':
      walkRedirect(item, unit, at, findings);
      break;
    default:
      findings.addUnknownNode(item);
  }
}

function isWord(item: Item): item is Word {
  return item.type === 'Word';
}

function isWordOrAssignment(item: Item): item is Word | AssignmentNode {
  return item.type === 'Word' || item.type === 'Assignment';
}

function isRedirect({ type }: Item): boolean {
  return type !== 'Word' && type !== 'Assignment';
}
