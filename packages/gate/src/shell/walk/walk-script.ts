import { quoted, shortened } from '../../text/quoted.ts';
import type { Directories } from '../../types/command-line.ts';
import { UNMETERED } from '../parse/limits.ts';
import type { CompoundList, ParsedScript, Statement, Substitution } from '../parse/parse-command-line.ts';
import { textProblems } from '../parse/text-problems.ts';
import { either, stayed, type Whereabouts } from './directories.ts';
import type { Findings } from './findings.ts';
import { walkCommand } from './walk-command.ts';

/** Every command of the script, in source order; a command stands before those in its own words. */
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

export function walkList({ commands }: CompoundList, from: Directories, findings: Findings): Whereabouts {
  findings.chains.push({ statements: commands, text: findings.text });
  return walkStatements(commands, from, findings);
}

/** `{ }` and `( )`: part of the chain they stand in. */
export function walkGroup({ commands }: CompoundList, from: Directories, findings: Findings): Whereabouts {
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

/** What stands in the words just walked. It runs in a shell of its own, so the directory stays. */
export function walkSubstitutions(from: Directories, findings: Findings): void {
  if (findings.substitutions.length === 0) return;
  const found = findings.substitutions;
  findings.substitutions = [];
  for (const substitution of found) walkSubstitution(substitution, from, findings);
}

function walkSubstitution(substitution: Substitution, from: Directories, findings: Findings): void {
  findings.checkTime();
  const { text } = substitution;
  // The grammar resolves the escapes into a new text, which is not metered.
  if (text.startsWith('`') && text.length > UNMETERED && text.includes('\\')) {
    findings.addProblem('a long command in backticks with escapes in it');
    findings.overLimit = true;
    return;
  }
  const { script } = substitution;
  if (script === undefined) {
    findings.addProblem(`the substitution ${quoted(text)} is not understood`);
    return;
  }
  if (text.startsWith('$((')) findings.addProblem('`$((` may be arithmetic or a subshell');
  // Before version 5.3 bash does not know it, ends it at the first `}` and runs what follows.
  if (text.startsWith('${')) findings.addProblem('`${ …; }` means different things to different shells');
  findings.depth++;
  findings.movements.shells++;
  walkScript(script, from, findings);
  findings.movements.shells--;
  findings.depth--;
}
