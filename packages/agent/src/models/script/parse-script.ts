import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { z } from 'zod';
import type { ModelTrouble, StopReason } from '../model.ts';

/** The replies of a scripted model, in order. */
export type Script = readonly ScriptedReply[];

export type ScriptedReply = {
  readonly thinking?: string | undefined;
  readonly text?: string | undefined;
  readonly tool_uses?: readonly ScriptedToolUse[] | undefined;
  /** As a classifier; becomes the text. */
  readonly opinion?: { readonly verdict: string; readonly reason: string } | undefined;
  readonly stop?: StopReason | undefined;
  readonly usage?: ScriptedUsage | undefined;
  /** The error to simulate after thinking and text were shown. */
  readonly fault?: ScriptedFault | undefined;
  /** Before anything is shown. */
  readonly delay_ms?: number | undefined;
  /** For the last reply: it is also given to every further request. */
  readonly repeats?: boolean | undefined;
};

export type ScriptedToolUse = {
  readonly name: string;
  readonly id?: string | undefined;
  readonly input?: unknown;
  /** Instead of `input`: the model wrote invalid JSON. */
  readonly malformed_input?: string | undefined;
};

type ScriptedUsage = {
  readonly input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  readonly cached_input_tokens?: number | undefined;
};

/** `drop` is an `interrupted-stream`, `malformed` a `bad-reply`; the others keep their name. */
export type ScriptedFault = 'drop' | 'malformed' | Exclude<ModelTrouble, 'interrupted-stream' | 'bad-reply'>;

const count = z.optional(z.int().nonnegative());

const script: z.ZodType<Script> = z.array(
  z.strictObject({
    thinking: z.optional(z.string()),
    text: z.optional(z.string()),
    tool_uses: z.optional(
      z.array(
        z.strictObject({
          name: z.string(),
          id: z.optional(z.string()),
          input: z.optional(z.unknown()),
          malformed_input: z.optional(z.string()),
        }),
      ),
    ),
    opinion: z.optional(z.strictObject({ verdict: z.string(), reason: z.string() })),
    stop: z.optional(z.enum(['done', 'tool-use', 'length', 'refused', 'other'])),
    usage: z.optional(z.strictObject({ input_tokens: count, output_tokens: count, cached_input_tokens: count })),
    fault: z.optional(
      z.enum([
        'drop',
        'malformed',
        'overloaded',
        'unreachable',
        'not-authorised',
        'context-too-long',
        'refused-request',
      ]),
    ),
    delay_ms: count,
    repeats: z.optional(z.boolean()),
  }),
);

/** A JSON array of replies. */
export function parseScript(text: string, file: string): Result<Script, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fail(`${file}: no JSON: ${errorText(error)}`);
  }
  const parsed = script.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${file}: ${placeOf(issue?.path ?? [])}: ${issue?.message ?? 'not a list of replies'}`);
}

function placeOf(path: readonly PropertyKey[]): string {
  const [index, ...rest] = path;
  if (typeof index !== 'number') return 'expected a list of replies';
  return [`reply ${index + 1}`, ...rest.map(String)].join(', ');
}
