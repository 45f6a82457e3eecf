import { mayHoldCode } from '../programs/code-as-text.ts';
import { isTableOfCommands } from '../programs/sensitive-variables.ts';
import type { CommandLine, OperatorSet } from '../types/command-line.ts';
import type { Shell } from '../types/tool-call.ts';
import { chainTexts, type UnitsOf } from './chains.ts';
import { AnalysisLimitError } from './parse/analysis-limit-error.ts';
import { MAX_HEREDOCS, MAX_LINE_LENGTH } from './parse/limits.ts';
import { parseCommandLine } from './parse/parse-command-line.ts';
import { textProblems } from './parse/text-problems.ts';
import { START } from './walk/directories.ts';
import { Findings } from './walk/findings.ts';
import { settleRedirects } from './walk/settle-directories.ts';
import { walkScript } from './walk/walk-script.ts';

/**
 * Splits a command line into the parts that are judged separately. Never throws and never takes long: a line that isn't
 * understood gets a problem. `shell`: the shell that will run the line; bash if unknown.
 */
export function analyseCommandLine(source: string, shell?: Shell): CommandLine {
  if (source.length > MAX_LINE_LENGTH) return unread(source, 'longer than 64 KiB');
  if (shell === 'other') return unread(source, 'no grammar is known for the shell that runs it');
  if (source.split('<<').length - 1 > MAX_HEREDOCS) return unread(source, `more than ${MAX_HEREDOCS} times \`<<\``);

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

/** Adds text that the line evaluates, and the assignments made by that evaluation. */
function addEvaluated(findings: Findings): void {
  const { values } = findings;
  if (values === null) return;
  for (const problem of values.problems) findings.addProblem(problem);
  findings.assignments.push(...values.assignments.values());
}

function inputsOf(findings: Findings): Pick<CommandLine, 'inputs' | 'possibleInputs'> {
  const { inputs } = findings;
  if (inputs.length === 0) return {};
  const possibleInputs = () => {
    const { values } = findings;
    return { texts: [...(values?.inputs ?? [])], isPartial: values?.isPartial === true };
  };
  return { inputs, possibleInputs };
}

/** A line that the grammar gave up on isn't parsed again. */
function chainsOf(findings: Findings): Pick<CommandLine, 'chains'> {
  const { units, chains, overLimit } = findings;
  if (units.length < 2 || overLimit) return {};
  let byCommand: UnitsOf | null = null;
  return {
    chains: (spelt?: OperatorSet) =>
      chainTexts(chains, (byCommand ??= new Map(units.map((unit) => [unit.node, unit]))), spelt),
  };
}

function unread(source: string, problem: string): CommandLine {
  return { source, units: [], redirects: [], assignments: [], problems: [problem], overLimit: true };
}

function whyItFailed(error: unknown): string {
  if (error instanceof AnalysisLimitError) return error.message;
  return error instanceof RangeError ? 'nested too deeply' : 'the grammar gave up on it';
}
