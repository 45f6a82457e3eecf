import type { CommandLine, OperatorSet } from '../types/command-line.ts';
import type { Shell } from '../types/tool-call.ts';
import { TooIntricate } from './parse/analysis-limit-error.ts';
import { LONGEST_LINE, MOST_HEREDOCS } from './parse/limits.ts';
import { parseCommandLine } from './parse/parse-command-line.ts';
import { textProblems } from './parse/text-problems.ts';
import { chainTexts } from './spell/chains.ts';
import { START } from './walk/directories.ts';
import { Findings } from './walk/findings.ts';
import { settleRedirects, settleUnits } from './walk/settle-directories.ts';
import { walkScript } from './walk/walk-script.ts';

/**
 * Takes a command line apart into what is judged one by one. Never throws and never takes long: what cannot be vouched for is
 * a problem. `shell`: what will run the line; bash where nothing is known.
 */
export function analyseCommandLine(source: string, shell?: Shell): CommandLine {
  if (source.length > LONGEST_LINE) return unread(source, 'longer than 64 KiB');
  if (shell === 'other') return unread(source, 'no grammar is known for the shell that runs it');
  if (count(source, '<<') > MOST_HEREDOCS) return unread(source, `more than ${MOST_HEREDOCS} times \`<<\``);

  const findings = new Findings(source, shell);
  findings.problems.push(...textProblems(source));
  try {
    const script = parseCommandLine(source);
    walkScript(script, START, findings);
    if (!findings.overLimit) {
      findings.interpreter.interpret(script);
      for (const problem of findings.interpreter.problems) findings.addProblem(problem);
      findings.assignments.push(...findings.interpreter.assignments.values());
    }
  } catch (error) {
    findings.addProblem(whyItFailed(error));
    findings.overLimit = true;
  }
  const { units, assignments, inputs, problems, overLimit, moves } = findings;
  const redirects = settleRedirects(findings);
  // What the grammar gave up on must not be looked at again.
  const chains =
    units.length < 2 || overLimit
      ? {}
      : { chains: (spelt?: OperatorSet) => chainTexts(findings.chains, findings.settled, spelt) };
  const fed = inputs.length === 0 ? {} : { inputs };
  const { interpreter } = findings;
  const settled =
    interpreter.inputs.size === 0
      ? {}
      : {
          settledInputs: () =>
            overLimit
              ? { texts: [], isPartial: false }
              : { texts: [...interpreter.inputs], isPartial: interpreter.isPartial },
        };
  const moved = moves === 0 || units.length < 2 ? {} : { unitDirectories: () => settleUnits(findings) };
  return { source, units, redirects, assignments, problems, overLimit, ...fed, ...settled, ...chains, ...moved };
}

function unread(source: string, problem: string): CommandLine {
  return { source, units: [], redirects: [], assignments: [], problems: [problem], overLimit: true };
}

function count(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) times++;
  return times;
}

function whyItFailed(error: unknown): string {
  if (error instanceof TooIntricate) return error.message;
  return error instanceof RangeError ? 'nested too deeply' : 'the grammar gave up on it';
}
