import {
  type Action,
  createRuleBook,
  describeVerdict,
  type Explanation,
  explain as explainCall,
  formatPattern,
  NonInteractiveAskHandler,
} from '@caliban/gate';
import { judgeAtHost } from '@caliban/gate/internal/judge/left-to-host';
import { writtenRules } from '@caliban/gate/internal/judge/written-rules';
import { visible } from '@caliban/gate/internal/text/visible';
import type { Args } from '../../command-line/args.ts';
import { readCallRequest } from '../../judging/call-request.ts';
import type { Judged } from '../../judging/judge-by-book.ts';
import { bookOptions, judgeRequest } from '../../judging/judge-request.ts';
import { whereAsked } from '../../judging/where-asked.ts';
import { jsonLine } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { rulePlace } from '../../output/rule-place.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { printWarnings } from '../../output/warnings.ts';
import { worldAt } from '../../places/surroundings.ts';
import { type Policy, policyAt } from '../../policy/policy.ts';
import { hostFallback } from '../../policy/settings.ts';
import { unacceptedText } from '../../policy/unaccepted.ts';
import type { Terminal } from '../../process/terminal.ts';

type ExplainedPart = Explanation['parts'][number];

/** `perms explain`: every rule in order against every part, then the mode, then what would happen with nobody to ask. */
export async function explain(args: Args, terminal: Terminal): Promise<number> {
  const request = await readCallRequest({ command: 'perms explain', operands: args.operands }, terminal);
  const where = whereAsked(args, terminal);
  const policy = await policyAt(where, args, terminal);
  printWarnings(policy.warnings, terminal);
  if (policy.unaccepted !== null) terminal.err(`note: ${unacceptedText(policy.unaccepted)}\n`);
  const judged = await judgeRequest({ request, policy, ...worldAt(where, terminal) });
  const { verdict, mode } = judged;
  const { parts } = explainCall(policy.rules, judged.call, bookOptions(policy));
  const unattended = await withNobodyToAsk(judged, policy);

  if (args.isSet('json')) {
    const options = { defaults: !args.isSet('no-defaults') };
    const shown = parts.map((part) => partJson(part, options));
    terminal.out(jsonLine({ ...verdictJson(verdict, options), parts: shown, mode, unattended }));
    return 0;
  }
  for (const part of parts) if (part.part?.kind !== 'line' || part.verdict !== null) showPart(part, terminal);
  const refused = mode === policy.mode ? '' : ` (${policy.mode} would be refused at start)`;
  terminal.out(`\nverdict        ${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
  terminal.out(`mode           ${mode}${refused}\n`);
  terminal.out(`unattended     ${unattended}\n`);
  if (isLeft(judged, policy))
    terminal.out('in a hook      left to the other agent, because no written rule settles it\n');
  return 0;
}

/** Whether a hook would have no opinion. */
function isLeft({ call }: Judged, policy: Policy): boolean {
  if (hostFallback(policy.permissions).value !== 'leave') return false;
  return judgeAtHost(writtenRules(createRuleBook(policy.rules, bookOptions(policy))), call).isLeft;
}

const SIGNS: Readonly<Record<Action, string>> = { allow: '✓', ask: '?', deny: '✗' };

function showPart({ part, verdict, tried }: ExplainedPart, terminal: Terminal): void {
  terminal.out(`${part === undefined ? 'the call' : `${part.kind}: ${visible(JSON.stringify(part.text))}`}\n`);
  for (const { rule, matches, decides } of tried) {
    const line = `${rule.action.padEnd(5)} ${visible(formatPattern(rule.pattern)).padEnd(32)} ${rulePlace(rule)}`;
    const mark = decides ? `${SIGNS[rule.action]} ` : matches ? '· ' : '  ';
    terminal.out(`  ${decides ? paint(rule.action, mark + line, terminal) : mark + line}\n`);
  }
  if (verdict === null) terminal.out('  needs no rule\n');
  else terminal.out(`  → ${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
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
    tried: tried.map(({ rule, matches, decides }) => ({
      pattern: formatPattern(rule.pattern),
      action: rule.action,
      layer: rule.source.layer,
      file: rule.source.file,
      line: rule.source.line,
      matches,
      decides,
    })),
  };
}
