import { plural, visible } from '@caliban/calls/text';
import {
  type Action,
  createRuleBook,
  describeVerdict,
  type Explanation,
  explain as explainCall,
  formatPattern,
  NonInteractiveAskHandler,
  type Rule,
} from '@caliban/gate';
import { judgeAtHost, writtenRules } from '@caliban/gate/judge';
import type { Args } from '../../command-line/args.ts';
import { readCallRequest } from '../../judging/call-request.ts';
import type { Judged } from '../../judging/judge-by-book.ts';
import { bookOptions, judgeRequest } from '../../judging/judge-request.ts';
import { whereAsked } from '../../judging/where-asked.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonLine } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { rulePlace } from '../../output/rule-place.ts';
import { type Here, shortPath } from '../../output/short-path.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { printWarnings } from '../../output/warnings.ts';
import { fitted, wrapped } from '../../output/wrapped.ts';
import { workspaceContextAt } from '../../paths/workspace-context.ts';
import { type Policy, policyAt } from '../../policy/policy.ts';
import { hostFallback } from '../../policy/settings.ts';
import { unacceptedText } from '../../policy/unaccepted.ts';
import type { Terminal } from '../../process/terminal.ts';
import { explainSandbox } from './explain-sandbox.ts';

type ExplainedPart = Explanation['parts'][number];

/** `perms explain`: for each part the rules that match, in order, then the mode, then the outcome if no one can be asked. */
export async function explain(args: Args, terminal: Terminal): Promise<number> {
  if (args.isSet('sandbox')) return explainSandbox(args, terminal);
  const request = await readCallRequest({ command: 'perms explain', operands: args.operands }, terminal);
  const where = whereAsked(args, terminal);
  const loaded = await policyAt(where, args, terminal);
  const policy = args.isSet('json') ? loaded : { ...loaded, rules: withShortPaths(loaded.rules, terminal) };
  printWarnings(policy.warnings, terminal);
  if (policy.unaccepted !== null) terminal.err(fitted(`note: ${unacceptedText(policy.unaccepted)}\n`, terminal));
  const judged = await judgeRequest({ request, policy, ...workspaceContextAt(where, terminal) });
  const { verdict, mode } = judged;
  const { parts } = explainCall(policy.rules, judged.call, bookOptions(policy));
  const unattended = await withNobodyToAsk(judged, policy);

  if (args.isSet('json')) {
    const options = { defaults: !args.isSet('no-defaults') };
    const shown = parts.map((part) => partJson(part, options));
    terminal.out(jsonLine({ ...verdictJson(verdict, options), parts: shown, mode, unattended }));
    return 0;
  }
  for (const part of parts)
    if (part.part?.kind !== 'line' || part.verdict !== null) showPart(part, args.isSet('all'), terminal);
  const refused = mode === policy.mode ? '' : ` (${policy.mode} would be refused at start)`;
  const row = (name: string, text: string) => wrapped(`${name.padEnd(INDENT)}${text}`, { indent: INDENT, terminal });
  terminal.out(`\n${paint(verdict.action, row('verdict', describeVerdict(verdict)), terminal)}\n`);
  terminal.out(`${row('mode', `${mode}${refused}`)}\n`);
  terminal.out(`${row('unattended', unattended)}\n`);
  if (isLeft(judged, policy))
    terminal.out(`${row('in a hook', 'left to the other agent, because no written rule settles it')}\n`);
  return 0;
}

const INDENT = 15;

/** Only for display: rules are identified by their index in the list. */
function withShortPaths(rules: readonly Rule[], here: Here): readonly Rule[] {
  return rules.map((rule) => {
    const { file } = rule.source;
    return file === undefined ? rule : { ...rule, source: { ...rule.source, file: shortPath(file, here) } };
  });
}

/** Whether a hook would leave the call to its host. */
function isLeft({ call }: Judged, policy: Policy): boolean {
  if (hostFallback(policy.permissions).value !== 'leave') return false;
  return judgeAtHost(writtenRules(createRuleBook(policy.rules, bookOptions(policy))), call).isLeft;
}

const SIGNS: Readonly<Record<Action, string>> = { allow: '✓', ask: '?', deny: '✗' };

function showPart({ part, verdict, tried }: ExplainedPart, showsAll: boolean, terminal: Terminal): void {
  const title = part === undefined ? 'the call' : `${part.kind}: ${visible(JSON.stringify(part.text))}`;
  terminal.out(`${paint('title', wrapped(title, { indent: 2, terminal }), terminal)}\n`);
  const shown = showsAll ? tried : tried.filter(({ matches, decides }) => matches || decides);
  const lines = inColumns(
    shown.map(({ rule, matches, decides }) => [
      `${decides ? SIGNS[rule.action] : matches ? '·' : ' '} ${rule.action}`.padEnd(7),
      visible(formatPattern(rule.pattern)),
      rulePlace(rule),
    ]),
  );
  for (const [index, { rule, decides, ifConfined }] of shown.entries()) {
    const note = ifConfined === true ? '  (only where it runs confined: --confined)' : '';
    const line = wrapped(`  ${lines[index]}${note}`, { indent: 11, terminal });
    terminal.out(`${decides ? paint(rule.action, line, terminal) : line}\n`);
  }
  const hidden = tried.length - shown.length;
  const others = `    ${plural(hidden, 'other rule')} ${hidden === 1 ? "doesn't" : "don't"} match; --all shows ${hidden === 1 ? 'it' : 'them'}`;
  if (hidden > 0) terminal.out(`${paint('dim', others, terminal)}\n`);
  if (verdict === null) terminal.out('  needs no rule\n');
  else {
    const line = wrapped(`  → ${describeVerdict(verdict)}`, { indent: 4, terminal });
    terminal.out(`${paint(verdict.action, line, terminal)}\n`);
  }
}

async function withNobodyToAsk({ call, verdict }: Judged, policy: Policy): Promise<string> {
  if (verdict.action !== 'ask') return verdict.action;
  const inForce = () => ({ rules: policy.rules, ...bookOptions(policy) });
  const answer = await new NonInteractiveAskHandler({ autoAllow: false, inForce }).ask({ call, verdict });
  return answer.kind === 'once' ? `${answer.action}: ${answer.message ?? ''}` : answer.kind;
}

function partJson({ part, verdict, tried }: ExplainedPart, options: { readonly defaults: boolean }): unknown {
  return {
    ...(part === undefined ? {} : { part }),
    verdict: verdict === null ? null : verdictJson(verdict, options),
    tried: tried.map(({ rule, matches, decides, ifConfined }) => ({
      pattern: formatPattern(rule.pattern),
      action: rule.action,
      layer: rule.source.layer,
      file: rule.source.file,
      line: rule.source.line,
      matches,
      decides,
      ifConfined,
    })),
  };
}
