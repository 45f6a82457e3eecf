import type { Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { parsePattern, type Rule } from '@caliban/gate';
import { shellQuote } from '@caliban/gate/ask';
import { readAction } from '@caliban/gate/types';
import { addRule, type RuleChange, type RulePlace, type WrittenRule } from '@caliban/storage';
import { isSamePattern, type WrittenTest } from '@caliban/storage/rules';
import type { TestPlace } from '../../checks/add-test.ts';
import type { Args } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { findingJson } from '../../output/finding-json.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { workspaceContextAt } from '../../paths/workspace-context.ts';
import type { Terminal } from '../../process/terminal.ts';
import { adviceOn, adviceText } from '../../rules/advice.ts';
import { actionOf, readPlace } from '../../rules/given-place.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, conversionNote, targetOf } from '../../rules/writing.ts';

/** `perms add`: a rule that already exists stays as it is. */
export async function add(args: Args, terminal: Terminal): Promise<number> {
  const rule = readRule(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const target = targetOf(locations, args.text('scope') ?? 'project');
  const options = { place: readPlace(args.text('at')) };
  const changed = await keepTrust(locations, () => addRule(target, rule, options));
  if (!changed.ok) throw changeError(changed.error);

  const { kind, after, index, file } = changed.value;
  const written = after[index] as Rule;
  const advice = await adviceOn(written, locations, terminal);
  const test = args.isSet('with-test')
    ? await writtenTest(written, {
        target,
        locations,
        world: workspaceContextAt({ workspace: locations.workspace }, terminal),
      })
    : null;
  if (args.isSet('json')) {
    const findings = [...advice.own, ...advice.others].map(findingJson);
    const leftOut = kind === 'changed' ? [] : leftOutFlags(args, changed.value);
    const answer = {
      changed: kind === 'changed',
      index: index + 1,
      ...ruleJson(written),
      findings,
      setAside: advice.setAside !== null,
      leftOut,
      ...(test === null ? {} : { test: test.ok ? test.value : null }),
    };
    terminal.out(jsonText(answer));
    return 0;
  }
  const what = paint(rule.action, `${rule.action} \`${visible(rule.pattern)}\``, terminal);
  const place = visible(`${file}:${written.source.line}`);
  terminal.out(kind === 'changed' ? `added ${what} at ${place}\n` : `${what} is there already, at ${place}\n`);
  terminal.out(conversionNote(changed.value));
  if (kind !== 'changed') terminal.out(leftOutNote(args, changed.value));
  for (const line of adviceText(advice)) terminal.out(`${line}\n`);
  if (test !== null) terminal.out(`${await testText(test)}\n`);
  return 0;
}

async function writtenTest(rule: Rule, place: TestPlace): Promise<Result<WrittenTest, string>> {
  const { addTest } = await import('../../checks/add-test.ts');
  return addTest(rule, place);
}

async function testText(test: Result<WrittenTest, string>): Promise<string> {
  if (!test.ok) return `note: ${test.error}`;
  const { testCall } = await import('../../checks/judge-tests.ts');
  return `added a test: \`${testCall(test.value)}\` must get ${test.value.expect}`;
}

/** Flags whose values differ from those of the existing rule. */
function leftOutFlags(args: Args, { after, index }: RuleChange): readonly string[] {
  const { comment, reason } = after[index] as Rule;
  const differs = (flag: 'comment' | 'reason', there: string | undefined) =>
    args.isSet(flag) && args.text(flag) !== there;
  return [
    ...(differs('comment', comment) ? ['--comment'] : []),
    ...(differs('reason', reason) ? ['--reason'] : []),
    ...(args.isSet('at') && !standsAt(readPlace(args.text('at')), after, index) ? ['--at'] : []),
  ];
}

function leftOutNote(args: Args, change: RuleChange): string {
  const left = leftOutFlags(args, change);
  if (left.length === 0) return '';
  const remove = `caliban perms remove --index ${change.index + 1} --scope ${args.text('scope') ?? 'project'}`;
  return `note: the rule stays as it is and ${left.join(' and ')} had no effect; to write it again, \`${remove}\` first\n`;
}

function standsAt(place: RulePlace, rules: readonly Rule[], index: number): boolean {
  if (place === 'top') return index === 0;
  if (place === 'bottom') return index === rules.length - 1;
  if ('at' in place) return index === place.at;
  const [next, before] = [rules[index + 1], parsePattern(place.before)];
  return next !== undefined && before.ok && isSamePattern(next.pattern, before.value);
}

function readRule(args: Args): WrittenRule {
  const [pattern, action, surplus] = args.operands;
  if (pattern === undefined || action === undefined)
    throw new UsageError("pattern and action are needed; write for example `perms add 'Bash:git *' allow`");
  if (surplus !== undefined)
    throw new UsageError(`\`${surplus}\` is one argument too many; quote the pattern as a whole`);
  const swapped = readAction(action) === null ? readAction(pattern) : null;
  if (swapped !== null) {
    const command = `caliban perms add ${shellQuote(visible(action))} ${swapped}`;
    throw new UsageError(`the pattern comes first, then the action; write \`${command}\``);
  }
  const parsed = parsePattern(pattern);
  if (!parsed.ok) {
    const { message, column } = parsed.error;
    throw new UsageError(`bad pattern \`${visible(pattern)}\`, column ${column}: ${message}`);
  }
  const read = actionOf(action);
  const isConfined = args.isSet('confined');
  if (isConfined && read !== 'allow') throw new UsageError(`--confined is for allow rules; this one says ${read}`);
  const { comment, reason } = { comment: args.text('comment'), reason: args.text('reason') };
  return { pattern, action: read, comment, reason, ...(isConfined ? { confined: true } : {}) };
}
