import { HARMLESS_BUILTINS } from '../../programs/harmless-builtins.ts';
import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { quoted, shortened } from '../../text/quoted.ts';
import type { Directories } from '../../types/command-line.ts';
import { UNMETERED } from '../parse/limits.ts';
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  FunctionNode,
  If,
  ParsedScript,
  Pipeline,
  Select,
  Statement,
  Substitution,
  Word,
} from '../parse/parse-command-line.ts';
import { textProblems } from '../parse/text-problems.ts';
import { replacesMover } from './change-directory.ts';
import { checkKeywordDialect } from './dialects.ts';
import { either, LOST, stayed, union, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';
import { walkRedirect } from './walk-redirects.ts';
import { TIMED, walkSimpleCommand } from './walk-simple-command.ts';
import { walkArithmetic, walkArithmeticCommand, walkEvaluatedWord, walkTest, walkWord } from './walk-words.ts';

/** Every command of the script, in source order; a command comes before those in its own words. */
export function walkScript(script: ParsedScript, from: Directories, findings: Findings): Whereabouts {
  for (const { message } of script.errors ?? []) {
    findings.addProblem(`the line does not parse: ${shortened(message)}`);
    if (message.includes('nesting depth exceeded')) findings.overLimit = true;
  }
  const outer = findings.text;
  if (script.source !== undefined) {
    findings.text = script.source;
    for (const problem of textProblems(script.source)) findings.addProblem(problem);
  }
  findings.chains.push({ statements: script.commands, text: findings.text });
  const after = walkStatements(script.commands, from, findings);
  findings.text = outer;
  return after;
}

function walkList({ commands }: CompoundList, from: Directories, findings: Findings): Whereabouts {
  findings.chains.push({ statements: commands, text: findings.text });
  return walkStatements(commands, from, findings);
}

/** `{ }` and `( )`: part of the surrounding chain. */
function walkGroup({ commands }: CompoundList, from: Directories, findings: Findings): Whereabouts {
  return walkStatements(commands, from, findings);
}

function walkStatements(statements: readonly Statement[], from: Directories, findings: Findings): Whereabouts {
  let after = stayed(from);
  for (const { command, background } of statements) {
    const at = either(after);
    after = background === true ? walkBackground(command, at, findings) : walkCommand(command, at, findings);
  }
  return after;
}

function walkBackground(command: Statement['command'], at: Directories, findings: Findings): Whereabouts {
  findings.movements.shells++;
  walkCommand(command, at, findings);
  findings.movements.shells--;
  return stayed(at);
}

/** The substitutions in the words just walked. They run in subshells, so the directory doesn't change. */
function walkSubstitutions(from: Directories, findings: Findings): void {
  if (findings.substitutions.length === 0) return;
  const found = findings.substitutions;
  findings.substitutions = [];
  for (const substitution of found) walkSubstitution(substitution, from, findings);
}

function walkSubstitution(substitution: Substitution, from: Directories, findings: Findings): void {
  findings.checkTime();
  const { text } = substitution;
  // The grammar resolves the escapes into a new text, which isn't metered.
  if (text.startsWith('`') && text.length > UNMETERED && text.includes('\\')) {
    findings.addProblem('a long command in backticks with escapes in it');
    findings.overLimit = true;
    return;
  }
  if (isJoinedInsideQuotes(text)) findings.addProblem('a line continuation inside quotes in backticks');
  const { script } = substitution;
  if (script === undefined) {
    findings.addProblem(`the substitution ${quoted(text)} is not understood`);
    return;
  }
  if (text.startsWith('$((')) findings.addProblem('`$((` may be arithmetic or a subshell');
  // Before version 5.3 bash doesn't support it, ends it at the first `}` and runs what follows.
  if (text.startsWith('${')) findings.addProblem('`${ …; }` means different things to different shells');
  findings.depth++;
  findings.movements.shells++;
  walkScript(script, from, findings);
  findings.movements.shells--;
  findings.depth--;
}

/**
 * In backticks the shell first drops a backslash before a newline, even where quotes or a comment would keep it; the grammar
 * doesn't.
 */
function isJoinedInsideQuotes(text: string): boolean {
  return text.startsWith('`') && text.includes('\\\n') && /['#]|<</.test(text);
}

/** Any kind of command. Returns the directory of the shell afterwards. */
function walkCommand(
  node: CommandNode | Pipeline | AndOr | CompoundList,
  from: Directories,
  findings: Findings,
): Whereabouts {
  findings.countStep();
  switch (node.type) {
    case 'Command': {
      const after = walkSimpleCommand(node, from, findings);
      walkSubstitutions(from, findings);
      return after;
    }
    case 'AndOr':
      return walkAndOr(node, from, findings);
    case 'Pipeline':
      return walkPipeline(node, from, findings);
    case 'CompoundList':
      return walkList(node, from, findings);
    case 'BraceGroup':
      return walkGroup(node.body, from, findings);
    case 'Subshell':
      if (findings.text.startsWith('((', node.pos)) findings.addProblem('`((` may be arithmetic or two subshells');
      findings.movements.shells++;
      walkGroup(node.body, from, findings);
      findings.movements.shells--;
      return stayed(from);
    case 'Coproc':
      if (node.name !== undefined) walkCoprocessName(node.name, from, findings);
      if (node.body.type === 'Command' && node.body.name?.text === 'time') findings.addProblem(TIMED);
      findings.movements.shells++;
      walkCommand(node.body, from, findings);
      findings.movements.shells--;
      return stayed(from);
    case 'Redirected': {
      const after = walkCommand(node.command, from, findings);
      for (const redirect of node.redirects) walkRedirect(redirect, null, from, findings);
      walkSubstitutions(from, findings);
      return after;
    }
    case 'If':
      return walkIf(node, from, findings);
    case 'Case':
      return walkCase(node, from, findings);
    case 'For':
    case 'Select':
      walkChoices(node, findings);
      walkSubstitutions(from, findings);
      return walkLoop([node.body], from, findings);
    case 'ArithmeticFor':
      findings.counts = true;
      for (const expression of [node.initialize, node.test, node.update]) {
        if (expression !== undefined) walkArithmetic(expression, findings);
      }
      walkSubstitutions(from, findings);
      return walkLoop([node.body], from, findings);
    case 'While':
      return walkLoop([node.clause, node.body], from, findings);
    case 'Function':
      return walkFunction(node, from, findings);
    case 'TestCommand':
      checkKeywordDialect('[[', findings);
      findings.counts = true;
      walkTest(node.expression, findings);
      walkSubstitutions(from, findings);
      return stayed(from);
    case 'ArithmeticCommand':
      checkKeywordDialect('((', findings);
      walkArithmeticCommand(node, findings);
      walkSubstitutions(from, findings);
      return stayed(from);
  }
  findings.addUnknownNode(node);
  return LOST;
}

/** Bash expands it, including subscripts. */
function walkCoprocessName(name: Word, from: Directories, findings: Findings): void {
  addAssignment(name, `coproc ${name.text}`, findings);
  if (!/^\w+$/.test(name.text)) findings.addProblem(`the name of the coprocess ${quoted(name.text)} is expanded`);
  walkWord(name, findings);
  walkSubstitutions(from, findings);
}

/** `for NAME in WORDS` assigns one word after the other. */
function walkChoices({ type, name, wordlist = [] }: For | Select, findings: Findings): void {
  const words = [type.toLowerCase(), name.text, 'in', ...wordlist.map(({ text }) => text)];
  addAssignment(name, words.join(' '), findings);
  findings.evaluates ||= evaluatesItsValue(name.value, findings.shell);
  for (const word of wordlist) walkEvaluatedWord(word, findings);
}

/** The line sets a variable without an assignment or a command for it: `for PATH in /tmp/evil; do git status; done`. */
function addAssignment(name: Word, text: string, findings: Findings): void {
  findings.assignments.push({ name: name.value, text, value: null });
}

function walkAndOr({ commands, operators }: AndOr, from: Directories, findings: Findings): Whereabouts {
  const [first, ...others] = commands;
  let after = first === undefined ? stayed(from) : walkCommand(first, from, findings);
  for (const [index, command] of others.entries()) {
    const { succeeded, failed } = after;
    if (operators[index] === '&&') {
      const last = walkCommand(command, succeeded, findings);
      after = { succeeded: last.succeeded, failed: union(failed, last.failed) };
    } else {
      const last = walkCommand(command, failed, findings);
      after = { succeeded: union(succeeded, last.succeeded), failed: last.failed };
    }
  }
  return after;
}

/** The members of a pipeline run in subshells; zsh, and bash if configured so, runs the last one in the line's shell. */
function walkPipeline({ commands, prefixes }: Pipeline, from: Directories, findings: Findings): Whereabouts {
  let after = stayed(from);
  for (const [index, command] of commands.entries()) {
    const isLast = index === commands.length - 1;
    const isApart = commands.length > 1 && !(isLast && findings.movements.keepsLastOfPipe);
    if (isApart) findings.movements.shells++;
    after = walkCommand(command, from, findings);
    if (isApart) findings.movements.shells--;
  }
  if (commands.length > 1)
    return findings.movements.keepsLastOfPipe ? stayed(union(from, either(after))) : stayed(from);
  const negations = prefixes.filter(({ type }) => type === 'Negation').length;
  return negations % 2 === 0 ? after : { succeeded: after.failed, failed: after.succeeded };
}

function walkIf(node: If, from: Directories, findings: Findings): Whereabouts {
  let condition = walkList(node.clause, from, findings);
  let after = either(walkList(node.then, condition.succeeded, findings));
  for (const { clause, then } of node.elif) {
    condition = walkList(clause, condition.failed, findings);
    after = union(after, either(walkList(then, condition.succeeded, findings)));
  }
  if (node.else === undefined) return stayed(union(after, condition.failed));
  return stayed(union(after, either(walkList(node.else, condition.failed, findings))));
}

function walkCase({ word, items }: Case, from: Directories, findings: Findings): Whereabouts {
  walkWord(word, findings);
  walkSubstitutions(from, findings);
  let after = from;
  let fallsThrough = false;
  let last: Directories = from;
  for (const { pattern, body, terminator } of items) {
    for (const choice of pattern) walkWord(choice, findings);
    walkSubstitutions(from, findings);
    last = either(walkList(body, fallsThrough ? union(from, last) : from, findings));
    after = union(after, last);
    fallsThrough = terminator === ';&' || terminator === ';;&';
  }
  return stayed(after);
}

/** If the body changes the directory, its second iteration starts in another one. */
function walkLoop(lists: readonly CompoundList[], from: Directories, findings: Findings): Whereabouts {
  const first = findings.redirects.length;
  const firstUnit = findings.units.length;
  let after = from;
  for (const list of lists) after = either(walkList(list, after, findings));
  if (after === from) return stayed(from);
  for (const redirect of findings.redirects.slice(first)) redirect.directories = null;
  for (const unit of findings.units.slice(firstUnit)) unit.found = null;
  return LOST;
}

/** Its body runs wherever it is called. */
function walkFunction({ name, body }: FunctionNode, from: Directories, findings: Findings): Whereabouts {
  walkWord(name, findings);
  walkSubstitutions(from, findings);
  if (replacesMover(name.value)) findings.movements.trustsCd = false;
  if (HARMLESS_BUILTINS.has(name.value)) findings.addProblem(`a function takes the place of \`${name.value}\``);
  const { redirects, units, movements } = findings;
  const { ownMoves, shells } = movements;
  const [firstRedirect, firstUnit] = [redirects.length, units.length];
  findings.movements.shells = 0;
  walkCommand(body, null, findings);
  findings.movements.shells = shells;
  const moves = findings.movements.ownMoves !== ownMoves;
  findings.movements.functions.push({
    name: name.value,
    redirects: [firstRedirect, redirects.length],
    units: [firstUnit, units.length],
    moves,
  });
  if (!moves) return stayed(from);
  // The next call leaves the directory of a later `cd` again.
  findings.movements.trustsCd = false;
  return LOST;
}
