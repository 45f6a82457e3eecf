import { quoted } from '../../text/quoted.ts';
import type { Directories, Redirect } from '../../types/command-line.ts';
import type { Shell } from '../../types/tool-call.ts';
import { AnalysisLimitError } from '../parse/analysis-limit-error.ts';
import { MAX_REDIRECTS } from '../parse/limits.ts';
import type {
  HereDoc,
  RedirectDescriptor,
  Redirection,
  RedirectNode,
  Word,
  WordPart,
} from '../parse/parse-command-line.ts';
import { isLiteral, isReplaced, runsOn } from '../parse/read-word.ts';
import type { Findings } from './findings.ts';
import { redirectPath, targetsOf } from './redirect-path.ts';
import { checkParenthesis, walkText, walkWord } from './walk-words.ts';

/** `unit`: the command it belongs to, or null. */
export function walkRedirect(node: Redirection, unit: number | null, at: Directories, findings: Findings): void {
  findings.evaluates ||= node.type === 'Redirect' && node.operator === '>&' && node.target?.parts !== undefined;
  if (node.descriptor !== undefined) walkDescriptor(node.descriptor, findings);
  switch (node.type) {
    case 'HereDoc':
      walkHereDoc(node, findings);
      break;
    case 'HereString':
      if (node.target === undefined) break;
      findings.inputs.push(node.target.value);
      checkParenthesis(node.target, findings);
      walkWord(node.target, findings);
      break;
    case 'Redirect':
      walkFile(node, unit, at, findings);
      break;
    default:
      findings.addUnknownNode(node);
  }
}

/** `{fd}>`: the shell puts a number into the variable. */
function walkDescriptor(descriptor: RedirectDescriptor, findings: Findings): void {
  if (descriptor.type === 'FileDescriptor') return;
  const { name } = descriptor;
  findings.assignments.push({ name, text: `{${name}}`, value: null });
  if (!/^\w+$/.test(name)) findings.addProblem(`the subscript in ${quoted(`{${name}}`)} is evaluated`);
}

function walkHereDoc({ delimiter, body, closing }: HereDoc, findings: Findings): void {
  const { text = '', quoted: isVerbatim = false } = delimiter ?? {};
  findings.inputs.push(body.text);
  // One that is never closed may include more of the line than the grammar assumes, or less; so may one that dash closes
  // elsewhere.
  const isContinued = closing !== undefined && findings.text.slice(closing.pos, closing.end).includes('\\\n');
  if (closing === undefined || isContinued || /[$`]/.test(text)) {
    findings.addProblem(`it is unclear where the heredoc ${quoted(text)} ends`);
  }
  if (!isVerbatim) {
    if (body.text.includes('\\\n') && body.parts?.some(holdsContinuation) === true) {
      findings.addProblem('a heredoc loses its line continuations, even those in quotes');
    }
    walkText(body, findings);
  }
}

function holdsContinuation({ type, text }: WordPart): boolean {
  return type !== 'Literal' && text.includes('\\\n');
}

function walkFile(node: RedirectNode, unit: number | null, at: Directories, findings: Findings): void {
  const { target, pos, end } = node;
  // Without a target the line doesn't parse, and the error says so.
  if (target === undefined) return;
  checkParenthesis(target, findings);
  walkWord(target, findings);
  const text = findings.text.slice(pos, end);
  if (/>!/.test(text.slice(0, target.pos - pos + 1))) findings.addProblem('`>!` is another operator in zsh');
  if (node.operator === '<' && /^\d*-\d*$/.test(target.text) && findings.text[target.end] === '>') {
    findings.addProblem(`${quoted(`${text}>`)} is a pattern in zsh`);
  }
  if (node.operator.endsWith('&') && /^-./s.test(target.text)) findings.addProblem('`>&-` ends before the next word');
  if (runsOn(target, findings.text)) findings.addProblem(`it is unclear where the target of ${quoted(text)} ends`);
  const accesses = accessesOf(node, findings.shell);
  // Commands in `>( )` are judged separately.
  if (accesses.length === 0 || isProcess(target)) return;
  const path = redirectPath(target, node.operator, findings);
  const open = path === null && isReplaced(target) ? { possibleTargets: targetsOf(target, findings) } : {};
  for (const access of accesses) {
    findings.redirects.push({ access, text, unit, target: path, directories: at, ...open });
  }
  if (findings.redirects.length > MAX_REDIRECTS)
    throw new AnalysisLimitError(`has more than ${MAX_REDIRECTS} redirections`);
}

function isProcess({ parts }: Word): boolean {
  return parts?.length === 1 && parts[0]?.type === 'ProcessSubstitution';
}

/** Empty if no file is opened. */
function accessesOf(
  { operator, descriptor, target }: RedirectNode,
  shell: Shell | undefined,
): readonly Redirect['access'][] {
  switch (operator) {
    case '<':
      return ['read'];
    case '>':
    case '>>':
    case '>|':
    case '&>':
    case '&>>':
      return ['write'];
    case '<>':
      return ['write', 'read'];
    case '<&':
      return [];
    case '>&': {
      if (target === undefined || /^(?:[0-9]+-?|-)$/.test(target.value)) return [];
      // Only the standard output can be redirected to a file this way; any other number must be followed by one.
      const isNumbered = descriptor !== undefined && !(descriptor.type === 'FileDescriptor' && descriptor.value === 1);
      return isNumbered && !isLiteral(target) && shell !== 'zsh' ? [] : ['write'];
    }
  }
}
