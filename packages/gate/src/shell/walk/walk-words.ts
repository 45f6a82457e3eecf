import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { quoted } from '../../text/quoted.ts';
import type { AssignmentNode, Word, WordPart } from '../parse/parse-command-line.ts';
import { bareTexts, inertText } from '../parse/read-word.ts';
import { checkWordDialect, checkZshExpansions } from './dialects.ts';
import type { Findings } from './findings.ts';
import { checkEvaluatedText } from './values-as-code.ts';
import { walkArithmeticExpansion } from './walk-arithmetic.ts';
import { walkParameter } from './walk-parameter.ts';

/** A word that is used as it is: an argument, a redirect's target, a pattern. */
export function walkWord(word: Word, findings: Findings): void {
  findings.countStep();
  if (PLAIN_WORD.test(word.text)) return;
  checkWordDialect(word.text, findings);
  checkZshExpansions(word, findings);
  checkUnreadSubstitution(word, findings);
  checkLastBackslash(word.text, findings);
  walkText(word, findings);
}

/** Nothing that any shell replaces or looks at twice: most words are like this. */
const PLAIN_WORD = /^[\w\-./:,+@%^][\w\-./:,+@%^=]*$/;

/** A parenthesis cannot stand in a word unquoted: the grammar has missed a `>(` here. */
function checkUnreadSubstitution(word: Word, findings: Findings): void {
  if (!word.text.includes('(') || !bareTexts(word).some((text) => /[<>]\(/.test(text))) return;
  findings.addProblem(`${quoted(word.text)} is not understood`);
}

/** At the very end of a text: `bash -c` keeps it, `eval` does not. */
function checkLastBackslash(text: string, findings: Findings): void {
  if (text.endsWith('\\') && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) {
    findings.addProblem('a backslash with nothing behind it');
  }
}

/** A word or the body of a heredoc. */
export function walkText({ text, parts }: Pick<Word, 'text' | 'parts'>, findings: Findings): void {
  if (parts === undefined) walkLiteral(text, findings);
  else walkParts(parts, findings);
}

/** A word whose text may be looked at a second time. */
export function walkEvaluatedWord(word: Word, findings: Findings): void {
  checkEvaluatedText(word.parts === undefined ? word.value : inertText(word.parts), findings);
  walkWord(word, findings);
}

export function walkAssignment({ name, text, index, value }: AssignmentNode, findings: Findings): void {
  const hasKeys = value.type !== 'Word' && value.elements.some((element) => element.text.startsWith('['));
  findings.counts ||= index !== undefined || hasKeys;
  findings.evaluates ||= evaluatesItsValue(name, findings.shell);
  if (index !== undefined) {
    if (/[$`]/.test(index.text) && /["'\\\n<]|\bcase\b/.test(index.text))
      findings.addProblem(`it is unclear where the subscript of ${quoted(text)} ends`);
    checkSeparators(index, text, findings);
    walkEvaluatedWord(index, findings);
  }
  if (value.type === 'Word') {
    // `x=(a)b`: to zsh a list, and then a command.
    if (value.text.startsWith('(')) findings.addProblem(`${quoted(text)} is not understood`);
    walkEvaluatedWord(value, findings);
    return;
  }
  // There bash 5.2 loses its place in the text, and takes the next line for a command even in the middle of quotes.
  if (findings.depth > 0 && text.includes('\\')) findings.addProblem('a backslash in an array inside a substitution');
  for (const element of value.elements) walkEvaluatedWord(element, findings);
}

/** Not every shell knows subscripts: to some the word ends there, and the rest is a command of its own. */
function checkSeparators({ text, parts }: Word, assignment: string, findings: Findings): void {
  if (/[;&|<>\n]/.test(parts === undefined ? text : inertText(parts))) {
    findings.addProblem(`it is unclear where the subscript of ${quoted(assignment)} ends`);
  }
}

export function walkParts(parts: readonly WordPart[], findings: Findings): void {
  for (const part of parts) walkPart(part, findings);
}

function walkPart(part: WordPart, findings: Findings): void {
  switch (part.type) {
    case 'Literal':
      walkLiteral(part.text, findings);
      break;
    case 'SingleQuoted':
    case 'SimpleExpansion':
      break;
    case 'AnsiCQuoted':
      if (part.text.includes('\\x{')) findings.addProblem('`\\x{…}` means different things to different shells');
      if (findings.shell === 'sh' || findings.shell === 'dash') {
        findings.addProblem(`\`${findings.shell}\` may not know the quotes of ${quoted(part.text)}`);
      }
      break;
    case 'DoubleQuoted':
    case 'LocaleString':
      walkParts(part.parts, findings);
      break;
    case 'ExtendedGlob':
      findings.addProblem(`the extended glob ${quoted(part.text)} means different things to different shells`);
      walkParts(part.parts ?? [], findings);
      break;
    case 'Glob':
      walkParts(part.parts ?? [], findings);
      break;
    case 'BraceExpansion':
      checkQualifier(part.parts ?? [], part.text, findings);
      walkParts(part.parts ?? [], findings);
      break;
    case 'ParameterExpansion':
      walkParameter(part, findings);
      break;
    case 'ArithmeticExpansion':
      walkArithmeticExpansion(part, findings);
      break;
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      findings.substitutions.push(part);
      break;
    default:
      findings.addUnknownNode(part);
  }
}

/** In zsh `=( )` and `*(e:…:)` run a command, behind `coproc` a list is expanded; elsewhere it is an error. The grammar takes it for text. */
export function checkParenthesis(word: Word, findings: Findings): void {
  if (!word.text.includes('(') || !bareTexts(word).some((text) => /(?:^|[^\\])(?:\\\\)*\(/.test(text))) return;
  findings.addProblem(`${quoted(word.text)} is not understood`);
}

/** In zsh a parenthesis behind any name may hold code: `*(e:'rm x':)`. Elsewhere it is text, or an error. */
export function checkQualifier(parts: readonly WordPart[], text: string, findings: Findings): void {
  if (findings.shell === 'bash' || !text.includes('(')) return;
  if (parts.some((part) => part.type === 'Literal' && /(?:^|[^\\])\(/.test(part.text)))
    findings.addProblem(`the parenthesis in ${quoted(text)} may hold code in zsh`);
}

/** The grammar does not report a `$[` that is never closed. */
function walkLiteral(text: string, findings: Findings): void {
  if (text.includes('$[') && /(?:^|[^\\])(?:\\\\)*\$\[/.test(text)) findings.addProblem('`$[` is arithmetic of old');
}
