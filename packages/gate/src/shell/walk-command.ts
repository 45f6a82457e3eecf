import { noteChoices } from './assigned-values.ts';
import { checkKeywordDialect } from './dialects.ts';
import { type Directories, LOST, stayed, type Whereabouts } from './directories.ts';
import { isNumber } from './filled-variables.ts';
import type { Findings } from './findings.ts';
import type { AndOr, CommandNode, CompoundList, For, Pipeline, Select, Word } from './parse-command-line.ts';
import { ARGUMENTS, INPUT } from './text-flow.ts';
import { walkArithmetic, walkArithmeticCommand } from './walk-arithmetic.ts';
import { walkAndOr, walkCase, walkFunction, walkIf, walkLoop, walkPipeline } from './walk-control-flow.ts';
import { walkRedirect } from './walk-redirects.ts';
import { walkGroup, walkList, walkSubstitutions } from './walk-script.ts';
import { walkSimpleCommand } from './walk-simple-command.ts';
import { walkTest } from './walk-tests.ts';
import { walkEvaluatedWord } from './walk-words.ts';

/** Anything that stands where a command may stand; where the shell is afterwards. */
export function walkCommand(
  node: CommandNode | Pipeline | AndOr | CompoundList,
  from: Directories,
  findings: Findings,
): Whereabouts {
  findings.countStep();
  if (!MAY_NOT_RUN.has(node.type)) return walkNode(node, from, findings);
  findings.branches++;
  const after = walkNode(node, from, findings);
  findings.branches--;
  return after;
}

/** All of it or some of it, or in a shell of its own. */
const MAY_NOT_RUN: ReadonlySet<string> = new Set<(CommandNode | Pipeline | AndOr | CompoundList)['type']>([
  ...(['AndOr', 'Pipeline', 'Subshell', 'Coproc', 'If', 'Case', 'For', 'Select', 'ArithmeticFor', 'While'] as const),
  'Function',
]);

function walkNode(
  node: CommandNode | Pipeline | AndOr | CompoundList,
  from: Directories,
  findings: Findings,
): Whereabouts {
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
      findings.shells++;
      walkGroup(node.body, from, findings);
      findings.shells--;
      return stayed(from);
    case 'Coproc':
      if (node.name !== undefined) addAssignment(node.name, `coproc ${node.name.text}`, findings);
      if (node.name !== undefined) findings.fill(node.name.value, false);
      findings.shells++;
      walkCommand(node.body, from, findings);
      findings.shells--;
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

/** `for NAME in WORDS` gives the variable one word after the other. */
function walkChoices({ type, name, wordlist = [] }: For | Select, findings: Findings): void {
  const words = [type.toLowerCase(), name.text, 'in', ...wordlist.map(({ text }) => text)];
  addAssignment(name, words.join(' '), findings);
  // Then each word is the name of a variable that it stands for.
  if (findings.references.has(name.value))
    findings.addProblem(`\`${name.value}\` stands for one variable after the other`);
  // Without a list it takes the arguments.
  findings.fill(name.value, wordlist.length > 0 && wordlist.every(isNumber));
  findings.noteValues(() => noteChoices(name.value, wordlist, findings.values));
  if (wordlist.length === 0) findings.flow.lead(ARGUMENTS, name.value);
  if (type === 'Select') findings.flow.lead(INPUT, 'REPLY');
  for (const word of wordlist) {
    findings.flow.pour(word, name.value);
    walkEvaluatedWord(word, findings);
  }
}

/** The line sets a variable without an assignment or a command for it: `for PATH in /tmp/evil; do git status; done`. */
function addAssignment(name: Word, text: string, findings: Findings): void {
  findings.assignments.push({ name: name.value, text, value: null });
}
