import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { MAX_APPROVALS } from '@caliban/gate/types';
import { type Ask, type AskContext, type BoundCall, boundHash } from './ask.ts';
import { parseRehearsal, rehearsalDigest } from './shown-rehearsal.ts';

/** Parses what an agent sends; the hash is computed here. */
export function parseAsk(value: unknown): Result<Ask, string> {
  if (!isRecord(value)) return fail('the ask is not an object');
  const { call, hash, limitMs, lapseMs, context } = value;
  const bound = parseCall(call);
  if (!bound.ok) return bound;
  const own = boundHash(bound.value);
  if (!own.ok) return fail(`\`input\`: ${own.error}`);
  if (hash !== own.value) return fail('`hash` is not that of the call');
  if (!isDuration(limitMs)) return fail(`\`limitMs\` is not a number from 0 to ${MAX_DURATION_MS}`);
  if (!isDuration(lapseMs)) return fail(`\`lapseMs\` is not a number from 0 to ${MAX_DURATION_MS}`);
  const shown = parseContext(context);
  if (!shown.ok) return shown;
  const ask = { call: bound.value, hash: own.value, limitMs, lapseMs, context: shown.value };
  if (value.rehearsal === undefined)
    return bound.value.rehearsal === undefined ? ok(ask) : fail('`rehearsal` is missing');
  const rehearsal = parseRehearsal(value.rehearsal);
  if (!rehearsal.ok) return rehearsal;
  const digest = rehearsalDigest(rehearsal.value);
  if (!digest.ok || digest.value !== bound.value.rehearsal)
    return fail('`call.rehearsal` is not the digest of `rehearsal`');
  return ok({ ...ask, rehearsal: rehearsal.value });
}

/** A week. */
const MAX_DURATION_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_TEXT = 10_000;
const MAX_CLASSES = 100;

const CALL_TEXTS = ['tool', 'cwd', 'workspace', 'session', 'callId', 'policy'] as const;

function parseCall(value: unknown): Result<BoundCall, string> {
  if (!isRecord(value)) return fail('`call` is not an object');
  for (const name of CALL_TEXTS) if (!isText(value[name])) return fail(`\`call.${name}\` is not a text`);
  if (!('input' in value)) return fail('`call.input` is missing');
  const { tool, input, cwd, workspace, session, callId, policy, rehearsal } = value as BoundCall;
  if (rehearsal !== undefined && !isText(rehearsal)) return fail('`call.rehearsal` is not a text');
  const call = { tool, input, cwd, workspace, session, callId, policy };
  return ok(rehearsal === undefined ? call : { ...call, rehearsal });
}

function parseContext(value: unknown): Result<AskContext, string> {
  if (!isRecord(value)) return fail('`context` is not an object');
  const { host, why, classes, agent, approvals, keepsRules, selfApproval } = value;
  if (!isText(host) || !isText(why)) return fail('`context` lacks `host` or `why`');
  if (agent !== undefined && !isText(agent)) return fail('`context.agent` is not a text');
  const areClasses = Array.isArray(classes) && classes.length <= MAX_CLASSES && classes.every(isText);
  if (classes !== undefined && !areClasses) return fail('`context.classes` is not a list of texts');
  if (approvals !== undefined && !isCount(approvals))
    return fail(`\`context.approvals\` is not a number from 1 to ${MAX_APPROVALS}`);
  if (keepsRules !== undefined && keepsRules !== true) return fail('`context.keepsRules` is not true');
  if (selfApproval !== undefined && selfApproval !== false) return fail('`context.selfApproval` is not false');
  return ok({
    host,
    why,
    ...(classes === undefined ? {} : { classes: classes as readonly string[] }),
    ...(agent === undefined ? {} : { agent }),
    ...(approvals === undefined ? {} : { approvals }),
    ...(keepsRules === undefined ? {} : { keepsRules }),
    ...(selfApproval === undefined ? {} : { selfApproval }),
  });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_APPROVALS;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_DURATION_MS;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
