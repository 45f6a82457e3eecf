import { evaluatesItsValue } from '../../programs/integer-variables.ts';
import { quoted } from '../../text/quoted.ts';
import type { Directories } from '../../types/command-line.ts';
import type { AndOr, CommandNode, CompoundList, For, Pipeline, Select, Word } from '../parse/parse-command-line.ts';
import { checkKeywordDialect } from './dialects.ts';
import { LOST, stayed, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';
import { walkArithmetic, walkArithmeticCommand } from './walk-arithmetic.ts';
import { walkAndOr, walkCase, walkFunction, walkIf, walkLoop, walkPipeline } from './walk-control-flow.ts';
import { walkRedirect } from './walk-redirects.ts';
import { walkGroup, walkList, walkSubstitutions } from './walk-script.ts';
import { TIMED, walkSimpleCommand } from './walk-simple-command.ts';
import { walkTest } from './walk-test-command.ts';
import { walkEvaluatedWord, walkWord } from './walk-words.ts';

/** Anything that stands where a command may stand; where the shell is afterwards. */
export function walkCommand(
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

/** Bash expands it, subscripts and all. */
function walkCoprocessName(name: Word, from: Directories, findings: Findings): void {
  addAssignment(name, `coproc ${name.text}`, findings);
  if (!/^\w+$/.test(name.text)) findings.addProblem(`the name of the coprocess ${quoted(name.text)} is expanded`);
  walkWord(name, findings);
  walkSubstitutions(from, findings);
}

/** `for NAME in WORDS` gives the variable one word after the other. */
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
