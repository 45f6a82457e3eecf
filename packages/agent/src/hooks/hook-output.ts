import type { Result } from '@caliban/calls';
import { canonicalJson, cutMiddle } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import type { HookAnswer } from '@caliban/gate';
import type { CommandResult } from './run-command.ts';

/**
 * A command's answer about a call, or why its output is invalid. Exit code 0 without output passes the call on to the gate, exit
 * code 2 refuses, anything else is a failure. A hook may refuse; an `allow` changes nothing, and neither `ask` nor changed input
 * can be honoured, so both refuse.
 */
export function readHookOutput(
  { code, stdout, stderr, blocked }: CommandResult,
  { name, input }: { readonly name: string; readonly input: unknown },
): Result<HookAnswer, string> {
  const said = readJson(stdout);
  const refusal = said.ok ? refusalIn(said.value, { name, input }) : null;
  if (refusal !== null && !refusal.ok) return refusal;
  if (refusal?.value) return ok(deny(refusal.value));
  if (code === 2) return ok(deny(firstText(stderr, `the hook \`${name}\` refused this call`)));
  if (code !== 0) {
    const details = [...(stderr.trim() === '' ? [] : [shortened(stderr)]), ...blocked].join('; ');
    return fail(`it ended with exit code ${code}${details === '' ? '' : `: ${details}`}`);
  }
  return said.ok ? ok({ kind: 'continue' }) : said;
}

type Said = Readonly<Record<string, unknown>>;

/** Plain text isn't an answer. Text in braces that isn't JSON may be a broken answer, so it is an error. */
function readJson(stdout: string): Result<Said, string> {
  const text = stdout.trim();
  if (!text.includes('{')) return ok({});
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return ok(value);
  } catch {
    // Reported below.
  }
  return fail(`it printed something other than a JSON object: ${shortened(text)}`);
}

/** The reason for a refusal, or null. */
function refusalIn(
  said: Said,
  { name, input }: { readonly name: string; readonly input: unknown },
): Result<string | null, string> {
  const specific = isRecord(said.hookSpecificOutput) ? said.hookSpecificOutput : {};
  const reason = firstText(specific.permissionDecisionReason, said.reason, said.stopReason);
  const because = reason === '' ? '' : `: ${reason}`;
  if (said.continue === false) return ok(reason || `the hook \`${name}\` refused this call`);

  const decision = specific.permissionDecision ?? said.decision;
  switch (decision) {
    case 'deny':
    case 'block':
      return ok(reason || `the hook \`${name}\` refused this call`);
    case 'ask':
    case 'defer':
      return ok(`the hook \`${name}\` wants this call approved, which only an ask rule can do${because}`);
    case 'allow':
    case 'approve':
    case undefined:
    case null:
      break;
    default:
      return fail(`it gave an unknown decision: ${shortened(JSON.stringify(decision) ?? '')}`);
  }
  const rewritten = specific.updatedInput ?? said.updatedInput;
  if (rewritten === undefined || isSame(rewritten, input)) return ok(null);
  return ok(`the hook \`${name}\` wants to change the input, and a judged input cannot be changed${because}`);
}

function isSame(one: unknown, other: unknown): boolean {
  const [left, right] = [canonicalJson(one), canonicalJson(other)];
  return left.ok && right.ok && left.value === right.value;
}

function deny(message: string): HookAnswer {
  return { kind: 'deny', message: cutMiddle(message, MAX_REASON_LENGTH).text };
}

const MAX_REASON_LENGTH = 10_000;

function firstText(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate.trim();
  }
  return '';
}

function shortened(text: string): string {
  return cutMiddle(text.trim(), 300).text;
}
