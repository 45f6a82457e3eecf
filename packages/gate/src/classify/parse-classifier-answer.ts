import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { ClassifierOpinion } from '../types/verdict.ts';

/**
 * Parses a model's answer, which must be exactly the requested JSON object: no prose around it, no further keys, no duplicates.
 * Guessing the meaning of a sloppy answer would let a model talk us into a yes.
 */
export function parseClassifierAnswer(answer: string): Result<ClassifierOpinion, string> {
  if (answer.length > MAX_ANSWER_LENGTH) return fail('the answer is far too long');
  const object = unfenced(answer.trim());
  const found = VERDICT_FIRST.exec(object)?.groups ?? REASON_FIRST.exec(object)?.groups;
  if (found === undefined) return fail('the answer is not the JSON object that was asked for');
  const { verdict, reason: quoted } = found as Found;
  const reason = textOf(quoted);
  if (reason === null) return fail('the reason in the answer is no JSON text');
  return ok({ verdict: VERDICTS[verdict], source: 'Model', reason });
}

type Found = { readonly verdict: keyof typeof VERDICTS; readonly reason: string };

const MAX_ANSWER_LENGTH = 16_384;

/** Many models wrap JSON into a code block, whatever the prompt says. */
function unfenced(answer: string): string {
  return /^```(?:json)?[ \t]*\n([\s\S]*)\n[ \t]*```$/.exec(answer)?.[1]?.trim() ?? answer;
}

const VERDICT = String.raw`"verdict"\s*:\s*"(?<verdict>allow|soft_deny|hard_deny)"`;
const REASON = String.raw`"reason"\s*:\s*(?<reason>"(?:[^"\\]|\\.)*")`;
const VERDICT_FIRST: RegExp = new RegExp(String.raw`^\{\s*${VERDICT}\s*,\s*${REASON}\s*\}$`);
const REASON_FIRST: RegExp = new RegExp(String.raw`^\{\s*${REASON}\s*,\s*${VERDICT}\s*\}$`);

const VERDICTS = { allow: 'allow', soft_deny: 'soft_deny', hard_deny: 'hard_deny' } as const;

function textOf(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}
