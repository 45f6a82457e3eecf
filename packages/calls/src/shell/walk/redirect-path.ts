import { quoted } from '../../text/quoted.ts';
import type { Word, WordPart } from '../parse/parse-command-line.ts';
import { isLiteral, literalPath } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';

/** The path a redirection opens; null if it is known only at run time. */
export function redirectPath(target: Word, operator: string, findings: Findings): string | null {
  const path = literalPath(target) ?? pathBelowHome(target, findings);
  return operator === '>&' ? expandedTwice(target, path, findings) : path;
}

/** `$HOME/x` is `~/x`, in a line that doesn't change that variable. */
function pathBelowHome({ parts = [] }: Word, findings: Findings): string | null {
  const [first, ...rest] = parts.flatMap((part): readonly WordPart[] =>
    part.type === 'DoubleQuoted' ? part.parts : [part],
  );
  if (first === undefined || !isHome(first) || maySetHome(findings)) return null;
  const below = rest.map(literalText).join('');
  return rest.every(isText) && /^(?:$|\/)/.test(below) ? `~${below}` : null;
}

function maySetHome({ text, assignments }: Findings): boolean {
  const isSet = assignments.some(({ name }) => name === 'HOME');
  return isSet || text.replaceAll(/\$(?:HOME\b|\{HOME\})/g, '').includes('HOME');
}

function isHome(part: WordPart): boolean {
  return (
    (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') && /^\$(?:HOME|\{HOME\})$/.test(part.text)
  );
}

function isText({ type }: WordPart): boolean {
  return type === 'Literal' || type === 'SingleQuoted';
}

function literalText(part: WordPart): string {
  return part.type === 'Literal' || part.type === 'SingleQuoted' ? part.value : '';
}

/** Bash removes the quotes of the word after `>&`, and then expands it once more: `>& '$(rm x)'` runs `rm`. */
function expandedTwice(target: Word, path: string | null, findings: Findings): string | null {
  const { text, value } = target;
  if (!isLiteral(target) || value === text || !/[$`~*?[{\\]|[<>]\(/.test(value)) return path;
  findings.addProblem(`bash expands the target of \`>&\` twice: ${quoted(text)}`);
  const below = /^(?:~|\$HOME|\$\{HOME\})(\/[^$`*?[{\\(]*)$/.exec(value)?.[1];
  return below === undefined ? null : `~${below}`;
}

/**
 * The files a redirection may open, as far as the line itself shows. Only for denies; the actual file is known only at run time.
 * Computed on demand, as for commands.
 */
export function targetsOf(target: Word, findings: Findings): () => readonly string[] {
  return () => [...(findings.values?.targets.get(target) ?? [])].map(fromKnownPlace).filter(isPath);
}

/** Not if a directory in it is unknown: `$DIR/x` may be anywhere. */
function isPath(text: string): boolean {
  return text !== '' && !text.includes('$');
}

function fromKnownPlace(text: string): string {
  return text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~').replace(/^\$(?:PWD|\{PWD\})(?=\/|$)/, '.');
}
