import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { linesOf } from '@caliban/agent/tools';
import { visible } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { PastCall } from '@caliban/storage/histories';
import { ConfigurationError } from '../command-line/problems.ts';

/** The calls of a file that a project keeps: a line is {"tool", "input", "cwd"?}, as for `perms test --batch`. */
export async function* recordedCalls(file: string, workspace: string): AsyncGenerator<PastCall> {
  let number = 0;
  for await (const line of linesOf(createReadStream(file))) {
    number++;
    if (line.trim() !== '') yield callOf(line, { place: `${file}:${number}`, workspace });
  }
}

/** An invalid line is an error: if it were skipped, no one would check that call. */
function callOf(line: string, { place, workspace }: { readonly place: string; readonly workspace: string }): PastCall {
  const call = parsed(line);
  if (!isRecord(call) || typeof call.tool !== 'string' || (call.cwd !== undefined && typeof call.cwd !== 'string'))
    throw new ConfigurationError([`${visible(place)}: expected {"tool": …, "input": …}`]);
  const cwd = resolve(workspace, call.cwd ?? '.');
  return { agent: 'log', tool: call.tool, input: call.input, cwd, at: undefined, session: '', ran: 'yes' };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
