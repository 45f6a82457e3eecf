import type { Directories } from '../../types/command-line.ts';
import type { AndOr, Case, CompoundList, FunctionNode, If, Pipeline } from '../parse/parse-command-line.ts';
import { replacesMover } from './change-directory.ts';
import { either, LOST, stayed, union, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';
import { HARMLESS_BUILTINS } from './harmless-builtins.ts';
import { walkCommand } from './walk-command.ts';
import { walkList, walkSubstitutions } from './walk-script.ts';
import { walkWord } from './walk-words.ts';

export function walkAndOr({ commands, operators }: AndOr, from: Directories, findings: Findings): Whereabouts {
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

/** The members of a pipeline run in shells of their own; zsh, and bash if told so, runs the last one in the line's. */
export function walkPipeline({ commands, prefixes }: Pipeline, from: Directories, findings: Findings): Whereabouts {
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

export function walkIf(node: If, from: Directories, findings: Findings): Whereabouts {
  let condition = walkList(node.clause, from, findings);
  let after = either(walkList(node.then, condition.succeeded, findings));
  for (const { clause, then } of node.elif) {
    condition = walkList(clause, condition.failed, findings);
    after = union(after, either(walkList(then, condition.succeeded, findings)));
  }
  if (node.else === undefined) return stayed(union(after, condition.failed));
  return stayed(union(after, either(walkList(node.else, condition.failed, findings))));
}

export function walkCase({ word, items }: Case, from: Directories, findings: Findings): Whereabouts {
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

/** A body that moves the shell starts elsewhere the second time. */
export function walkLoop(lists: readonly CompoundList[], from: Directories, findings: Findings): Whereabouts {
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
export function walkFunction({ name, body }: FunctionNode, from: Directories, findings: Findings): Whereabouts {
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
  // Where a later `cd` leads, the next call leaves again.
  findings.movements.trustsCd = false;
  return LOST;
}
