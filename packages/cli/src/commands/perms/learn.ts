import { plural, visible } from '@caliban/calls/text';
import type { Learned } from '@caliban/gate/learn';
import { readHistory } from '@caliban/storage/histories';
import type { Args } from '../../command-line/args.ts';
import { bookWithLearned, learnFromHistory } from '../../learn/learn-from-history.ts';
import { learnPolicy } from '../../learn/learn-policy.ts';
import { type LearnRequest, readLearnRequest } from '../../learn/learn-request.ts';
import { type Preview, previewLearned } from '../../learn/preview-learned.ts';
import { reviewRules } from '../../learn/review-rules.ts';
import { learnedJson, previewText, readingText, refusedText, ruleText } from '../../learn/show-learned.ts';
import { TypedLines } from '../../learn/typed-lines.ts';
import { diffOfLearned, type LearnTarget, writeLearned } from '../../learn/write-learned.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ProgressLine } from '../../output/progress-line.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { workspaceContextAt } from '../../paths/workspace-context.ts';
import { policyAt } from '../../policy/policy.ts';
import type { Terminal } from '../../process/terminal.ts';
import { PastCallReader } from '../../replay/past-call-reader.ts';
import { targetOf } from '../../rules/writing.ts';

/** `perms learn`: rules for calls that have already run, with evidence, reviewed before they are written. */
export async function learn(args: Args, terminal: Terminal): Promise<number> {
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const where = { workspace: args.text('workspace') };
  const locations = locationsAt(where, terminal);
  const request = readLearnRequest(args, locations, terminal);
  const target: LearnTarget = { target: targetOf(locations, request.scope), locations };
  const policy = learnPolicy(await policyAt(where, args, terminal), request.scope);
  const reader = await PastCallReader.load(terminal);
  const progress = new ProgressLine(terminal, { isShown: !request.json });
  const show = (what: string) => ({
    onProgress: ({ bytes, ofBytes, calls }: { bytes: number; ofBytes: number; calls: number }) =>
      progress.show(`${what}: ${calls} calls, ${ofBytes === 0 ? 100 : Math.floor((100 * bytes) / ofBytes)} %`),
  });

  const history = readHistory({ ...request.history, ...show('reading') });
  const { context } = workspaceContextAt(where, terminal);
  const { gathered, learned } = await learnFromHistory(history.calls, { reader, policy, context });
  progress.clear();
  const reading = readingText(history.report, gathered, request.since);
  const again = readHistory({ ...request.history, ...show('comparing') });
  const preview = await previewLearned(again.calls, {
    reader,
    before: bookWithLearned(policy, []),
    after: bookWithLearned(policy, learned.rules),
  });
  progress.clear();

  if (request.json) {
    const isWritten = request.answer === 'yes' && learned.rules.length > 0;
    if (isWritten) await writeLearned(learned.rules, target);
    terminal.out(
      jsonText({ reading, ...learnedJson(learned), preview, file: target.target.permissions, written: isWritten }),
    );
    return 0;
  }
  terminal.out(`${reading.join('\n')}\n`);
  if (learned.rules.length === 0) {
    showRefused(learned, terminal);
    terminal.out('No rule to propose: nothing ran often enough that no rule decides already.\n');
    return 0;
  }
  await propose({ learned, preview, request, target }, terminal);
  return 0;
}

type Proposal = {
  readonly learned: Learned;
  readonly preview: Preview;
  readonly request: LearnRequest;
  readonly target: LearnTarget;
};

async function propose(proposal: Proposal, terminal: Terminal): Promise<void> {
  const lines = proposal.request.answer === 'ask' ? new TypedLines(terminal.input()) : null;
  try {
    await decide(proposal, lines, terminal);
  } finally {
    await lines?.close();
  }
}

async function decide(
  { learned, preview, request, target }: Proposal,
  lines: TypedLines | null,
  terminal: Terminal,
): Promise<void> {
  const file = visible(target.target.permissions);
  const isReviewed = lines !== null && terminal.inputIsTerminal;
  terminal.out(`\n${plural(learned.rules.length, 'rule')} for ${file}${isReviewed ? ', one by one below.' : ':'}\n`);
  if (!isReviewed) for (const rule of learned.rules) terminal.out(`\n${ruleText(rule, Date.now(), terminal)}\n`);
  showRefused(learned, terminal);
  terminal.out(`\n${previewText(preview).join('\n')}\n`);
  if (lines !== null && !isReviewed) {
    terminal.out('\nNothing was written: no one can be asked here. --yes writes all of them.\n');
    return;
  }
  const chosen = lines === null ? learned.rules : await reviewRules(learned, lines, terminal);
  if (chosen === null || chosen.length === 0) {
    terminal.out('\nNothing was written.\n');
    return;
  }
  const diff = diffOfLearned(chosen, target);
  terminal.out(`\n${file}\n`);
  for (const line of diff ?? [])
    terminal.out(`${line.startsWith('+') ? paint('allow', visible(line), terminal) : visible(line)}\n`);
  if (request.answer === 'dry-run' || (lines !== null && !(await confirmed(lines, terminal)))) {
    terminal.out('\nNothing was written.\n');
    return;
  }
  const { after, before } = await writeLearned(chosen, target);
  terminal.out(`\nWrote ${plural(after.length - before.length, 'rule')} to ${file}.\n`);
}

async function confirmed(lines: TypedLines, terminal: Terminal): Promise<boolean> {
  terminal.out('\nWrite this? [y/N] > ');
  return (await lines.next())?.trim().toLowerCase() === 'y';
}

function showRefused({ refused }: Learned, terminal: Terminal): void {
  if (refused.length === 0) return;
  terminal.out('\nNot proposed, because they would allow too much:\n');
  for (const each of refused.slice(0, MAX_REFUSED)) terminal.out(`${refusedText(each, Date.now(), terminal)}\n`);
  if (refused.length > MAX_REFUSED) terminal.out(`  and ${refused.length - MAX_REFUSED} more; --json lists them\n`);
}

const MAX_REFUSED = 10;
