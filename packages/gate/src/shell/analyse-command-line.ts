import { mayHoldCode } from '../programs/code-as-text.ts';
import { isTableOfCommands } from '../programs/sensitive-variables.ts';
import type { CommandLine, OperatorSet } from '../types/command-line.ts';
import type { Shell } from '../types/tool-call.ts';
import { chainTexts } from './chains.ts';
import { AnalysisLimitError } from './parse/analysis-limit-error.ts';
import { LONGEST_LINE, MOST_HEREDOCS } from './parse/limits.ts';
import { type Command, parseCommandLine } from './parse/parse-command-line.ts';
import { textProblems } from './parse/text-problems.ts';
import { START } from './walk/directories.ts';
import { Findings } from './walk/findings.ts';
import { settleRedirects } from './walk/settle-directories.ts';
import { walkScript } from './walk/walk-script.ts';

/**
 * Takes a command line apart into what is judged one by one. Never throws and never takes long: what cannot be vouched for is
 * a problem. `shell`: what will run the line; bash where nothing is known.
 */
export function analyseCommandLine(source: string, shell?: Shell): CommandLine {
  if (source.length > LONGEST_LINE) return unread(source, 'longer than 64 KiB');
  if (shell === 'other') return unread(source, 'no grammar is known for the shell that runs it');
  if (source.split('<<').length - 1 > MOST_HEREDOCS) return unread(source, `more than ${MOST_HEREDOCS} times \`<<\``);

  const findings = new Findings(source, shell);
  findings.problems.push(...textProblems(source));
  try {
    const script = parseCommandLine(source);
    walkScript(script, START, findings);
    findings.script = script;
    if (findings.evaluates || (findings.counts && mayHoldCode(source))) addEvaluated(findings);
    if (shell !== 'sh' && shell !== 'dash' && findings.assignments.some(isTableOfCommands))
      findings.addProblem('a command may run by another name');
  } catch (error) {
    findings.addProblem(whyItFailed(error));
    findings.overLimit = true;
  }
  const { units, assignments, problems, overLimit } = findings;
  const redirects = settleRedirects(findings);
  return { source, units, redirects, assignments, problems, overLimit, ...inputsOf(findings), ...chainsOf(findings) };
}

/** What the line evaluates, and assigns in doing so. */
function addEvaluated(findings: Findings): void {
  const { values } = findings;
  if (values === null) return;
  for (const problem of values.problems) findings.addProblem(problem);
  findings.assignments.push(...values.assignments.values());
}

function inputsOf(findings: Findings): Pick<CommandLine, 'inputs' | 'settledInputs'> {
  const { inputs } = findings;
  if (inputs.length === 0) return {};
  const settledInputs = () => {
    const { values } = findings;
    return { texts: [...(values?.inputs ?? [])], isPartial: values?.isPartial === true };
  };
  return { inputs, settledInputs };
}

/** What the grammar gave up on must not be looked at again. */
function chainsOf(findings: Findings): Pick<CommandLine, 'chains'> {
  const { units, chains, overLimit } = findings;
  if (units.length < 2 || overLimit) return {};
  const isOpen = units.some(({ settled }) => settled !== undefined);
  const expanded = isOpen ? (command: Command) => [...(findings.values?.commands.get(command) ?? [])] : null;
  return { chains: (spelt?: OperatorSet) => chainTexts(chains, expanded, spelt) };
}

function unread(source: string, problem: string): CommandLine {
  return { source, units: [], redirects: [], assignments: [], problems: [problem], overLimit: true };
}

function whyItFailed(error: unknown): string {
  if (error instanceof AnalysisLimitError) return error.message;
  return error instanceof RangeError ? 'nested too deeply' : 'the grammar gave up on it';
}
