import { isAbsolute } from 'node:path';
import type { AbsolutePath, CallContext, ToolCall } from '@caliban/calls';
import { pathBelow, visible } from '@caliban/calls/text';
import type { Question, Rule, Verdict } from '@caliban/gate';
import { type RulesInForce, remedyFor } from '@caliban/gate/ask';
import { becauseText, ruleText, ruleVerdict } from '@caliban/gate/filter';
import { denyMessage } from '@caliban/gate/record';

/** What a host shows its user: that caliban asks, for which part and because of which rule; and the command that settles it. */
export function questionText({ call, verdict }: Question, inForce: RulesInForce | undefined): string {
  return `caliban asks: ${whyText(call, verdict)}\n${remedyText({ call, verdict }, inForce)}`;
}

/** The same for a host that can't ask here. */
export function unapprovedText({ call, verdict }: Question, inForce: RulesInForce | undefined): string {
  const tool = visible(call.tool);
  const why = whyText(call, verdict);
  return `caliban: ${tool} needs approval, and no one can be asked here (${why})\n${remedyText({ call, verdict }, inForce)}`;
}

/** A call that no written rule allows, if `host_fallback` is `deny`. */
export function fallbackText(question: Question, from: string, inForce: RulesInForce | undefined): string {
  const { call } = question;
  const place = visible(shortFile(from, call.context));
  return `caliban: no rule allows this ${visible(call.tool)} call, and host_fallback is "deny" (${place})\n${remedyText(question, inForce)}`;
}

/** The text for the model and the user. */
export function denialText(call: ToolCall, verdict: Verdict): string {
  const { because } = ruleVerdict(shortened(verdict, call.context));
  const message = denyMessage(call, verdict);
  if (because.kind !== 'rule' || verdict.because.kind !== 'rule') return `caliban: ${message}`;
  return `caliban: ${message} (${because.rule.reason === undefined ? placeText(because.rule) : ruleText(because.rule)})`;
}

function remedyText(question: Question, inForce: RulesInForce | undefined): string {
  return remedyFor(question, { remedy: 'rule', inForce, isBrief: true });
}

function placeText({ source: { layer, file, line } }: Rule): string {
  if (file === undefined) return layer;
  return line === undefined ? visible(file) : `${visible(file)}:${line}`;
}

function whyText({ context }: ToolCall, verdict: Verdict): string {
  return becauseText(shortened(verdict, context).because);
}

/** The same with short paths of rule files. */
function shortened(verdict: Verdict, places: CallContext): Verdict {
  const { because } = verdict;
  switch (because.kind) {
    case 'rule':
      return { ...verdict, because: { ...because, rule: withShortFile(because.rule, places) } };
    case 'opaque':
      if (because.rule === undefined) return verdict;
      return { ...verdict, because: { ...because, rule: withShortFile(because.rule, places) } };
    case 'own-file':
    case 'mode':
    case 'typed':
    case 'classifier':
    case 'not-confined':
    case 'needs-people':
      return { ...verdict, because: { ...because, over: shortened(because.over, places) } };
    case 'no-rule':
    case 'harmless':
    case 'fault':
      return verdict;
  }
}

function withShortFile(rule: Rule, places: CallContext): Rule {
  const { file } = rule.source;
  return file === undefined ? rule : { ...rule, source: { ...rule.source, file: shortFile(file, places) } };
}

function shortFile(file: string, { workspace, home }: CallContext): string {
  if (!isAbsolute(file)) return file;
  const inWorkspace = pathBelow(file as AbsolutePath, workspace);
  if (inWorkspace !== null) return inWorkspace;
  const inHome = home === undefined ? null : pathBelow(file as AbsolutePath, home);
  return inHome === null ? file : `~/${inHome}`;
}
