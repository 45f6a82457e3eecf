import { plural, visible } from '@caliban/calls/text';
import { formatPattern, type Layer } from '@caliban/gate';
import { formatNotice, loadRules } from '@caliban/storage';
import { formatSource, loadedFiles } from '@caliban/storage/rules';
import { type Coverage, coverageOf } from '../../checks/coverage.ts';
import { type JudgedTest, testCall } from '../../checks/judge-tests.ts';
import { type TestsInForce, testsInForce } from '../../checks/tests-in-force.ts';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { ConfigurationError } from '../../command-line/problems.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { rulePlace } from '../../output/rule-place.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { workspaceContextAt } from '../../paths/workspace-context.ts';
import { projectAnswer } from '../../policy/project-answer.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms check`: the tests of the files in force here; exits 1 if one fails. */
export async function check(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const answer = await projectAnswer(locations);
  const loaded = await loadRules(locations, { projectAnswer: answer, unanswered: 'use' });
  if (!loaded.policy.ok) throw new ConfigurationError(loaded.policy.error.map(formatNotice));
  const scope = args.text('scope') ?? 'all';
  const isMeant = ({ source: { layer } }: { readonly source: { readonly layer: Layer } }) =>
    scope === 'all' || layer === scope;
  const world = workspaceContextAt({ workspace: locations.workspace }, terminal);
  const tests = loaded.tests.filter(isMeant);
  const outcome = testsInForce({ policy: loaded.policy, tests }, world, { answer });
  const rules = loadedFiles(loaded.files).flatMap((file) => file.rules);
  const coverage = args.isSet('coverage') ? coverageOf(rules.filter(isMeant), outcome.judged) : null;
  const exit = outcome.judged.every(({ problem }) => problem === null) ? 0 : FOUND_EXIT;
  // If the reader stops early, the exit code must not look like a pass.
  process.exitCode = exit;
  if (args.isSet('json')) terminal.out(jsonText(outcomeJson(outcome, coverage)));
  else show(outcome, coverage, terminal);
  return exit;
}

function show({ judged, skipped }: TestsInForce, coverage: Coverage | null, terminal: Terminal): void {
  const failed = judged.filter(({ problem }) => problem !== null);
  for (const { test, problem } of failed) {
    const place = visible(formatSource(test.source));
    const comment = test.comment === undefined ? '' : `\n  ${visible(test.comment)}`;
    terminal.out(`${place}: ${paint('deny', 'fail', terminal)}: ${problem}${comment}\n`);
  }
  for (const test of skipped) {
    const place = visible(formatSource(test.source));
    terminal.out(`${place}: skipped: \`${testCall(test)}\`: this project's allow rules do not apply\n`);
  }
  terminal.out(`${summary(judged, skipped.length)}\n`);
  if (coverage !== null) showCoverage(coverage, terminal);
}

function summary(judged: readonly JudgedTest[], skipped: number): string {
  if (judged.length + skipped === 0)
    return 'no tests; `caliban perms add PATTERN ACTION --with-test` writes one beside a rule';
  const failed = judged.filter(({ problem }) => problem !== null).length;
  const parts = [
    `${plural(judged.length - failed, 'test')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join(', ');
}

function showCoverage({ tested, of, untested }: Coverage, terminal: Terminal): void {
  terminal.out(`${tested} of ${plural(of, 'rule')} tested${untested.length > 0 ? '; no test needs' : ''}\n`);
  for (const rule of untested) {
    const action = paint(rule.action, rule.action.padEnd(5), terminal);
    terminal.out(`  ${action}  ${visible(formatPattern(rule.pattern))}  ${rulePlace(rule)}\n`);
  }
}

function outcomeJson({ judged, skipped }: TestsInForce, coverage: Coverage | null): object {
  return {
    tests: judged.map(({ test, verdict, decidedBy, problem }) => ({
      ...testJson(test),
      passed: problem === null,
      verdict: verdictJson(verdict, { defaults: true }),
      decidedBy: decidedBy.map(ruleJson),
      ...(problem === null ? {} : { message: problem }),
    })),
    skipped: skipped.map(testJson),
    ...(coverage === null ? {} : { coverage: { ...coverage, untested: coverage.untested.map(ruleJson) } }),
  };
}

function testJson({ tool, input, expect, rule, comment, source }: JudgedTest['test']): object {
  return {
    tool,
    input,
    expect,
    rule: rule === undefined ? undefined : formatPattern(rule),
    comment,
    layer: source.layer,
    file: source.file,
    line: source.line,
  };
}
