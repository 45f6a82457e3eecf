import { createReadStream, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { linesOf } from '@caliban/agent/tools';
import type { Args } from '../../command-line/args.ts';
import { ERROR_EXIT } from '../../command-line/exit-codes.ts';
import { UsageError } from '../../command-line/problems.ts';
import { Batch } from '../../judging/batch.ts';
import { jsonLine } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms test --batch`: one answer per line, in order. */
export async function testBatch(args: Args, file: string, terminal: Terminal): Promise<number> {
  if (args.operands.length > 0) throw new UsageError('--batch takes its calls from the file; give no tool beside it');
  const batch = new Batch(args, terminal);
  let allJudged = true;
  for await (const read of linesOf(inputOf(file, terminal))) {
    // `trim` also removes a byte order mark.
    const line = read.trim();
    if (line === '') continue;
    const answer = await batch.judge(line);
    if ('error' in answer) allJudged = false;
    terminal.out(jsonLine(answer));
    await terminal.drained();
  }
  return allJudged ? 0 : ERROR_EXIT;
}

function inputOf(file: string, { cwd, input }: Terminal): AsyncIterable<Uint8Array> {
  const path = resolve(cwd, file);
  if (file !== '-' && !existsSync(path)) throw new UsageError(`--batch ${file}: there is no such file`);
  if (file !== '-' && statSync(path).isDirectory()) throw new UsageError(`--batch ${file}: that is a directory`);
  return file === '-' ? input() : createReadStream(path);
}
