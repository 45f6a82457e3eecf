import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { describeVerdict } from '@caliban/gate';
import { type JudgeFlags, readJudgeFlags, UsageError } from '../../args.ts';
import { judgeBatchLine } from '../../batch.ts';
import { readCallRequest } from '../../call-request.ts';
import { ERROR_EXIT, VERDICT_EXIT } from '../../exit-codes.ts';
import { PERMS_HELP } from '../../help.ts';
import { judgeRequest } from '../../judge-request.ts';
import { paint } from '../../output/paint.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { orderedRules } from '../../rules.ts';
import { surroundingsAt } from '../../surroundings.ts';
import type { Terminal } from '../../terminal.ts';

/** `perms test`: the verdict on one call, or on each line of a batch. */
export async function test(argv: readonly string[], terminal: Terminal): Promise<number> {
  const flags = readJudgeFlags(argv);
  if (flags.help) {
    terminal.out(PERMS_HELP);
    return 0;
  }
  return flags.batch === undefined ? testOne(flags, terminal) : testBatch(flags, flags.batch, terminal);
}

async function testOne(flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const request = await readCallRequest(flags.positionals, terminal);
  const rules = orderedRules(flags.rules, { defaults: flags.defaults });
  const surroundings = surroundingsAt(terminal.cwd, flags.workspace);
  const { verdict } = await judgeRequest({ request, rules, surroundings, mode: flags.mode });
  if (flags.json) terminal.out(`${JSON.stringify(verdictJson(verdict, flags))}\n`);
  else terminal.out(`${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
  return VERDICT_EXIT[verdict.action];
}

async function testBatch(flags: JudgeFlags, file: string, terminal: Terminal): Promise<number> {
  if (flags.positionals.length > 0)
    throw new UsageError('--batch takes its calls from the file; give no tool beside it');
  let allJudged = true;
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue;
    const answer = await judgeBatchLine(line, flags, terminal);
    if ('error' in answer) allJudged = false;
    terminal.out(`${JSON.stringify(answer)}\n`);
  }
  return allJudged ? 0 : ERROR_EXIT;
}

function linesOf(file: string): AsyncIterable<string> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}
