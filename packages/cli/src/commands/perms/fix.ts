import { cutMiddle, plural, visible } from '@caliban/calls/text';
import { describeVerdict, formatPattern, type Verdict } from '@caliban/gate';
import { type RulesInForce, remedyFor } from '@caliban/gate/ask';
import { guardOwnFiles } from '@caliban/gate/filter';
import { addRule, type Locations, projectTrustLevel, removeRule } from '@caliban/storage';
import { callArgument, localTime, REDACTED } from '@caliban/storage/audit';
import type { Args } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { type Effect, effectsOf } from '../../fix/effects.ts';
import { type Change, type Fix, judgeBy } from '../../fix/fix.ts';
import { type FixRequest, readFixRequest } from '../../fix/fix-request.ts';
import { fixesFor } from '../../fix/fixes.ts';
import { bookOptions } from '../../judging/judge-request.ts';
import { TypedLines } from '../../learn/typed-lines.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { fitted, wrapped } from '../../output/wrapped.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { policyAt } from '../../policy/policy.ts';
import { projectAnswer } from '../../policy/project-answer.ts';
import { unacceptedText } from '../../policy/unaccepted.ts';
import type { Terminal } from '../../process/terminal.ts';
import { PastCallReader } from '../../replay/past-call-reader.ts';
import { keepTrust } from '../../rules/keep-trust.ts';
import { changeError, targetOf } from '../../rules/writing.ts';

/** `perms fix`: the smallest changes that would settle a call, each with its other effects. */
export async function fix(args: Args, terminal: Terminal): Promise<number> {
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const chosen = readNumber(args.text('apply'));
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const reader = await PastCallReader.load(terminal);
  const request = await readFixRequest(args, { locations, reader }, terminal);
  const inForce = await rulesInForceAt(args, locations, terminal);
  const { call, world } = request;
  const verdict = guardOwnFiles((described) => judgeBy(inForce.rules, described, inForce), world.ownDirectories)(call);
  const fixes = verdict.because.kind === 'own-file' ? [] : fixesFor(call, verdict, inForce);
  const effects = effectsOf(fixes, { fixed: call, recent: request.recent, inForce, world });
  const proposal = { request, verdict, fixes, effects };
  if (args.isSet('json')) {
    const applied: string[] = [];
    if (chosen !== null)
      for (const change of fixAt(fixes, chosen).changes) applied.push(await apply(change, locations));
    terminal.out(jsonText({ ...proposalJson(proposal), applied }));
    return 0;
  }
  showCall(proposal, terminal);
  if (fixes.length === 0) {
    terminal.out(`\nNo rule to propose: ${remedyFor({ call, verdict }, { remedy: 'rule', inForce })}.\n`);
    return 0;
  }
  if (chosen === null)
    for (const [index, each] of fixes.entries()) showFix(index, each, effects[index] as Effect, terminal);
  const number = chosen ?? (terminal.inputIsTerminal ? await askedNumber(fixes, terminal) : null);
  if (number === null) {
    terminal.out('\nNothing was written. Run one of the commands, or this one again with --apply N.\n');
    return 0;
  }
  terminal.out('\n');
  for (const change of fixAt(fixes, number).changes) terminal.out(`${await apply(change, locations)}\n`);
  return 0;
}

/** As in a session; the differences for hooks are pointed out. */
async function rulesInForceAt(args: Args, locations: Locations, terminal: Terminal): Promise<RulesInForce> {
  const policy = await policyAt({ workspace: args.text('workspace') }, args, terminal);
  if (policy.unaccepted !== null) terminal.err(fitted(`note: ${unacceptedText(policy.unaccepted)}\n`, terminal));
  const answer = await projectAnswer(locations);
  const trustLevel = projectTrustLevel(policy.permissions, answer ?? null, { unanswered: 'use' });
  return { rules: policy.rules, ...bookOptions(policy), projectOnlyTightens: trustLevel.rules === 'tighten-only' };
}

type Proposal = {
  readonly request: FixRequest;
  readonly verdict: Verdict;
  readonly fixes: readonly Fix[];
  readonly effects: readonly Effect[];
};

function readNumber(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (/^[1-9]\d{0,2}$/.test(written)) return Number(written);
  throw new UsageError(`--apply \`${visible(written)}\` is not a number; write the number of a fix, such as --apply 1`);
}

function fixAt(fixes: readonly Fix[], number: number): Fix {
  const found = fixes[number - 1];
  if (found !== undefined) return found;
  throw new UsageError(`there is no fix ${number}; there are ${fixes.length}`);
}

/** Null: write nothing. */
async function askedNumber(fixes: readonly Fix[], terminal: Terminal): Promise<number | null> {
  const lines = new TypedLines(terminal.input());
  try {
    for (;;) {
      terminal.out(`\nApply which one? [1-${fixes.length}, Enter for none] > `);
      const typed = (await lines.next())?.trim() ?? '';
      if (typed === '' || typed === 'q' || typed === 'n') return null;
      if (/^\d+$/.test(typed) && fixes[Number(typed) - 1] !== undefined) return Number(typed);
    }
  } finally {
    await lines.close();
  }
}

async function apply(change: Change, locations: Locations): Promise<string> {
  const { pattern, action, source } = change.rule;
  const target = targetOf(locations, source.layer);
  const text = formatPattern(pattern);
  const changed = await keepTrust(locations, () => {
    if (change.kind === 'remove') return removeRule(target, { pattern: text });
    const { at } = change.place;
    const place = typeof at === 'string' ? at : { before: formatPattern(at.before.pattern) };
    return addRule(target, { pattern: text, action }, { place });
  });
  if (!changed.ok) throw changeError(changed.error);
  const { file, after, index } = changed.value;
  if (change.kind === 'remove') return `Removed ${action} \`${visible(text)}\` from ${visible(file)}.`;
  return `Added ${action} \`${visible(text)}\` at ${visible(file)}:${after[index]?.source.line}.`;
}

function showCall({ request: { call, logged }, verdict }: Proposal, terminal: Terminal): void {
  const argument = callArgument(call);
  const name = call.tool === 'Bash' ? '' : `${call.tool} `;
  terminal.out(`${cutMiddle(visible(`${name}${argument}`), MAX_SHOWN).text}\n`);
  if (logged !== null) {
    const outcome = logged.outcome === 'allow' ? 'asked about, then allowed' : OUTCOMES[logged.outcome];
    terminal.out(`  in the log: ${outcome}, ${visible(localTime(logged.ts, 'minutes'))}\n`);
  }
  if (logged !== null && JSON.stringify(logged.input ?? '').includes(REDACTED))
    terminal.out(
      '  the log hides a secret of this call: a rule for exactly this call would not match; type the call instead\n',
    );
  terminal.out(fitted(`  now: ${paint(verdict.action, describeVerdict(verdict), terminal)}\n`, terminal));
}

const MAX_SHOWN = 500;
const OUTCOMES = { deny: 'denied', 'handed-over': 'asked about', 'left-to-host': 'left to the agent' } as const;

function showFix(index: number, { changes, about }: Fix, effect: Effect, terminal: Terminal): void {
  const what = changes.map(({ kind, rule }) => {
    const verb = kind === 'remove' ? `remove ${rule.action}` : rule.action;
    const colour = kind === 'remove' ? 'ask' : rule.action;
    return `${paint(colour, verb, terminal)} \`${visible(formatPattern(rule.pattern))}\``;
  });
  const head = `${String(index + 1).padStart(2)}  ${what.join(', ')}: ${visible(about)}`;
  terminal.out(`\n${wrapped(head, { indent: 4, terminal })}\n`);
  for (const { command } of changes) terminal.out(`    ${command}\n`);
  terminal.out(`${wrapped(`    ${effectText(effect)}`, { indent: 4, terminal })}\n`);
}

function effectText({ of, allowed, denied, witness }: Effect): string {
  const last = of === 0 ? 'no other call of this project is in the log' : `your last ${plural(of, 'call')} here`;
  const texts = [
    ...(allowed.count > 0 ? [`would also have allowed ${allowed.count} of ${last}, such as ${listed(allowed)}`] : []),
    ...(denied.count > 0 ? [`would also have denied ${denied.count} of ${last}, such as ${listed(denied)}`] : []),
  ];
  if (texts.length === 0) texts.push(of === 0 ? last : `would have changed no other of ${last}`);
  if (witness !== null) texts.push(`also allows calls like \`${visible(witness)}\``);
  return texts.join('; ');
}

function listed({ samples }: Effect['allowed']): string {
  return samples.map((sample) => `\`${cutMiddle(visible(sample), 80).text}\``).join(', ');
}

function proposalJson({ request: { call, logged }, verdict, fixes, effects }: Proposal): object {
  return {
    call: { tool: call.tool, input: call.input },
    logged: logged === null ? null : { ts: logged.ts, tool_use_id: logged.tool_use_id, outcome: logged.outcome },
    verdict: verdictJson(verdict, { defaults: true }),
    fixes: fixes.map(({ changes, about, outcome }, index) => ({
      number: index + 1,
      changes: changes.map(({ kind, rule, command }) => ({ change: kind, ...ruleJson(rule), command })),
      about,
      outcome,
      effect: effects[index],
    })),
  };
}
