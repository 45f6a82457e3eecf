import {
  type Action,
  describeVerdict,
  explain as explainCall,
  formatPattern,
  NonInteractiveAskHandler,
} from '@caliban/gate';
import { readJudgeFlags } from '../../args.ts';
import { readCallRequest } from '../../call-request.ts';
import { PERMS_HELP } from '../../help.ts';
import { judgeRequest } from '../../judge-request.ts';
import { paint } from '../../output/paint.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { orderedRules } from '../../rules.ts';
import { surroundingsAt } from '../../surroundings.ts';
import type { Terminal } from '../../terminal.ts';

const SIGNS: Readonly<Record<Action, string>> = { allow: '✓', ask: '?', deny: '✗' };

/** `perms explain`: every rule in order against every part, then the mode, then what would happen with nobody to ask. */
export async function explain(argv: readonly string[], terminal: Terminal): Promise<number> {
  const flags = readJudgeFlags(argv);
  if (flags.help) {
    terminal.out(PERMS_HELP);
    return 0;
  }
  const request = await readCallRequest(flags.positionals, terminal);
  const rules = orderedRules(flags.rules, { defaults: flags.defaults });
  const surroundings = surroundingsAt(terminal.cwd, flags.workspace);
  const { call, verdict } = await judgeRequest({ request, rules, surroundings, mode: flags.mode });
  const { parts } = explainCall(rules, call);
  const unattended = await withNobodyToAsk();

  if (flags.json) {
    terminal.out(`${JSON.stringify({ ...verdictJson(verdict, flags), parts: parts.map(partJson), unattended })}\n`);
    return 0;
  }
  for (const { part, verdict: partVerdict, tried } of parts) {
    if (part?.kind === 'line' && partVerdict === null) continue;
    terminal.out(`${part === undefined ? 'the call' : `${part.kind}: ${JSON.stringify(part.text)}`}\n`);
    for (const { rule, matches, decides } of tried) {
      const where =
        rule.source.file === undefined
          ? rule.source.layer
          : `${rule.source.layer} ${rule.source.file}:${rule.source.line}`;
      const line = `${rule.action.padEnd(5)} ${formatPattern(rule.pattern).padEnd(32)} ${where}`;
      const mark = decides ? `${SIGNS[rule.action]} ` : matches ? '· ' : '  ';
      terminal.out(`  ${decides ? paint(rule.action, mark + line, terminal) : mark + line}\n`);
    }
    if (partVerdict === null) terminal.out('  needs no rule\n');
    else terminal.out(`  → ${paint(partVerdict.action, describeVerdict(partVerdict), terminal)}\n`);
  }
  terminal.out(`\nverdict        ${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
  terminal.out(`mode           ${flags.mode ?? 'default'}\n`);
  terminal.out(`unattended     ${unattended}\n`);
  return 0;

  async function withNobodyToAsk(): Promise<string> {
    if (verdict.action !== 'ask') return verdict.action;
    const answer = await new NonInteractiveAskHandler({ autoAllow: false }).ask({ call, verdict });
    return answer.kind === 'once' ? `${answer.action}: ${answer.message ?? ''}` : answer.kind;
  }

  function partJson({ part, verdict: partVerdict, tried }: (typeof parts)[number]): unknown {
    return {
      ...(part === undefined ? {} : { part }),
      verdict: partVerdict === null ? null : verdictJson(partVerdict, flags),
      tried: tried.map(({ rule, matches, decides }) => ({
        pattern: formatPattern(rule.pattern),
        action: rule.action,
        layer: rule.source.layer,
        matches,
        decides,
      })),
    };
  }
}
