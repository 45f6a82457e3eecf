import type { Findings } from './findings.ts';
import { quoted } from './quoted.ts';

/** Words another shell than bash reads differently. */
export function checkWordDialect(text: string, findings: Findings): void {
  if (findings.shell !== 'zsh') return;
  if (text.startsWith('=') && text.length > 1 && text !== '==' && text !== '=~') {
    findings.addProblem(`zsh replaces ${quoted(text)} by the path of a command`);
  }
  if (/^~[^/]/.test(text)) findings.addProblem(`zsh may replace ${quoted(text)} by any directory`);
  // `$x[y]` is an element there, and `y` arithmetic.
  if (/\$\w+\[/.test(text)) findings.evaluatesValues = true;
  if (/\$[=~^]/.test(text)) findings.addProblem(`zsh expands ${quoted(text)} in its own way`);
}

/** `((` and `[[` are ordinary text to a plain `sh`, which runs what stands inside as commands. */
export function checkKeywordDialect(keyword: '((' | '[[', findings: Findings): void {
  if (findings.shell !== 'sh' && findings.shell !== 'dash') return;
  findings.addProblem(`\`${findings.shell}\` may not know \`${keyword}\``);
}
