import { holdsSubstitution } from '../../programs/code-as-text.ts';
import { quoted } from '../../text/quoted.ts';
import type { Word, WordPart } from '../parse/parse-command-line.ts';
import { bareTexts, inertText } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';

/** Words that another shell reads differently from bash. */
export function checkWordDialect(text: string, findings: Findings): void {
  if (findings.shell !== 'zsh') return;
  if (text.startsWith('=') && text.length > 1 && text !== '==' && text !== '=~') {
    findings.addProblem(`zsh replaces ${quoted(text)} by the path of a command`);
  }
  if (/^~[^/]/.test(text)) findings.addProblem(`zsh may replace ${quoted(text)} by any directory`);
  if (/\$[=~^]/.test(text)) findings.addProblem(`zsh expands ${quoted(text)} in its own way`);
}

/** `((` and `[[` are ordinary text to a plain `sh`, which runs their content as commands. */
export function checkKeywordDialect(keyword: '((' | '[[', findings: Findings): void {
  if (findings.shell !== 'sh' && findings.shell !== 'dash') return;
  findings.addProblem(`\`${findings.shell}\` may not know \`${keyword}\``);
}

/**
 * Expansions that only zsh has. `$x[…]` is an element there, and quoted text between the brackets is expanded all the same; `$~x`
 * is a pattern, and patterns may run code.
 */
export function checkZshExpansions(word: Word, findings: Findings): void {
  const { text, parts } = word;
  if (!text.includes('$')) return;
  if (bareTexts(word).some((bare) => /(?:^|[^\\])\$[=^+#]*~/.test(bare))) {
    findings.addProblem(`zsh expands ${quoted(text)} in its own way`);
  }
  if (parts === undefined || !text.includes('[') || !ELEMENT.test(unquotedText(parts))) return;
  if (holdsSubstitution(inertText(parts))) findings.addProblem('quoted text in the brackets behind a variable');
}

/** Each character of a name can match at only one place, or a text of many `$a` would backtrack quadratically. */
const ELEMENT = /(?:^|[^\\])\$(?!\[)[#+=~^]*(?:[\w@*?!-][\w@*?!#-]*)?\$?\[/;

/** Outside of single quotes, line continuations removed. */
function unquotedText(parts: readonly WordPart[]): string {
  return parts.map(unquotedPart).join('').replaceAll('\\\n', '');
}

function unquotedPart(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SimpleExpansion':
      return part.text;
    case 'Glob':
      return part.kind === 'bracket' ? '[' : part.text;
    case 'DoubleQuoted':
    case 'LocaleString':
    case 'BraceExpansion':
      return part.parts === undefined ? part.text : unquotedText(part.parts);
    default:
      return '';
  }
}
