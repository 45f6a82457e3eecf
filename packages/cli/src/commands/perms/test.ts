import { misspelledTool } from '@caliban/calls/describe';
import { type Action, describeVerdict } from '@caliban/gate';
import type { Args } from '../../command-line/args.ts';
import { VERDICT_EXIT } from '../../command-line/exit-codes.ts';
import { type CallRequest, readCallRequest } from '../../judging/call-request.ts';
import { type Judged, judgeByBook, modeNote } from '../../judging/judge-by-book.ts';
import { whereAsked } from '../../judging/where-asked.ts';
import { jsonLine } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { verdictJson } from '../../output/verdict-json.ts';
import { printWarnings } from '../../output/warnings.ts';
import type { Where } from '../../paths/locations-at.ts';
import { type WorkspaceContext, workspaceContextAt } from '../../paths/workspace-context.ts';
import { type PackedPolicyAt, packedPolicyAt } from '../../policy/packed-policy-at.ts';
import type { Policy } from '../../policy/policy.ts';
import { unacceptedText } from '../../policy/unaccepted.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms test`: the verdict on one call, or on each line of a batch. */
export async function test(args: Args, terminal: Terminal): Promise<number> {
  const batch = args.text('batch');
  if (batch === undefined) return testOne(args, terminal);
  const { testBatch } = await import('./test-batch.ts');
  return testBatch(args, batch, terminal);
}

async function testOne(args: Args, terminal: Terminal): Promise<number> {
  const request = await readCallRequest({ command: 'perms test', operands: args.operands }, terminal);
  const where = whereAsked(args, terminal);
  const packed = packedPolicyAt(where, args, terminal);
  const judged =
    (await judgedByPack(packed, request, workspaceContextAt(where, terminal))) ??
    (await judgedByFiles(request, where, args, terminal));
  const { verdict, policy, untilAccepted } = judged;
  printWarnings(policy.warnings, terminal);
  const note = modeNote(judged, policy.mode);
  if (note !== null) terminal.err(`note: ${note}\n`);
  const misspelled = misspelledTool(request.tool);
  if (misspelled !== null) terminal.err(`note: ${misspelled}\n`);

  if (untilAccepted !== null) {
    terminal.err(`note: hooks and proxies would say ${untilAccepted.action}: ${untilAccepted.text}\n`);
  }

  if (args.isSet('json')) {
    const until = untilAccepted === null ? {} : { untilAccepted: untilAccepted.action };
    terminal.out(jsonLine({ ...verdictJson(verdict, { defaults: !args.isSet('no-defaults') }), ...until }));
  } else terminal.out(`${paint(verdict.action, describeVerdict(verdict), terminal)}\n`);
  // For the next process; a failure doesn't matter here.
  if (packed.kind === 'not-packed') await packed.pack().catch(() => {});
  return VERDICT_EXIT[verdict.action];
}

type UntilAccepted = { readonly action: Action; readonly text: string };

type JudgedByPolicy = Judged & {
  readonly policy: Omit<Policy, 'rules' | 'unaccepted'>;
  /** The outcome in hooks and proxies, if it differs; null: the same. */
  readonly untilAccepted: UntilAccepted | null;
};

/** Null if the files are needed: no pack, a broken one, or a line too long for it. */
async function judgedByPack(
  packed: PackedPolicyAt,
  request: CallRequest,
  world: WorkspaceContext,
): Promise<JudgedByPolicy | null> {
  if (packed.kind !== 'packed') return null;
  const { policy, book, close } = packed;
  try {
    return { ...(await judgeByBook({ request, policy, book, ...world })), policy, untilAccepted: null };
  } catch {
    return null;
  } finally {
    close();
  }
}

async function judgedByFiles(
  request: CallRequest,
  where: Where,
  args: Args,
  terminal: Terminal,
): Promise<JudgedByPolicy> {
  const [{ policyAt }, { judgeRequest }] = await Promise.all([
    import('../../policy/policy.ts'),
    import('../../judging/judge-request.ts'),
  ]);
  const policy = await policyAt(where, args, terminal);
  const world = workspaceContextAt(where, terminal);
  const judged = await judgeRequest({ request, policy, ...world });
  return { ...judged, policy, untilAccepted: await untilAccepted(judged, policy) };

  async function untilAccepted({ verdict }: Judged, { unaccepted }: Policy): Promise<UntilAccepted | null> {
    if (unaccepted === null) return null;
    const tightened = await policyAt(where, args, terminal, { unanswered: 'tighten-only' });
    const { action } = (await judgeRequest({ request, policy: tightened, ...world })).verdict;
    return action === verdict.action ? null : { action, text: unacceptedText(unaccepted) };
  }
}
