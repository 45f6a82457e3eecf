import type { Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { textOf } from './payload.ts';

/** The tool that a payload names. One with a name longer than any host can give is refused, because every part of it may be read. */
export function toolNameIn(payload: unknown, field: string): Result<string, string> {
  const tool = textOf(payload, field);
  if (tool === undefined) return fail('the payload names no tool');
  if (tool.length > LONGEST_NAME) return fail(`the tool has a name of more than ${LONGEST_NAME} characters`);
  return ok(tool);
}

/** Providers take 64 to 128. */
const LONGEST_NAME = 500;
