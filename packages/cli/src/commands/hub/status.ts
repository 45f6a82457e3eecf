import { visible } from '@caliban/calls/text';
import { UnreachableError } from '@caliban/inbox';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { FAILED_EXIT } from '../../command-line/exit-codes.ts';
import { filesOf } from '../../hub/hub-access.ts';
import { clientOf, type HubFiles, type JoinedHub, readJoined, readUploadState } from '../../hub/joined-hub.ts';
import { keptBundle } from '../../hub/sync-hub.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `caliban hub status` */
export async function status(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const files = filesOf(terminal);
  const [agent, person] = [readJoined(files.agent), readJoined(files.person)];
  const joined = [agent, person].flatMap((one) => one ?? []);
  if (joined.length === 0) {
    terminal.out(args.isSet('json') ? jsonText({ joined: [] }) : 'No hub was joined.\n');
    return FAILED_EXIT;
  }
  const reports = await Promise.all(joined.map((one) => reportOf(one, files)));
  const exit = reports.every(({ problems }) => problems.length === 0) ? 0 : FAILED_EXIT;
  if (args.isSet('json')) terminal.out(jsonText({ joined: reports }));
  else {
    for (const { url, name, role, policy, handedIn, problems } of reports) {
      terminal.out(`${visible(url)}, as ${visible(name)} (${role})\n`);
      if (role === 'agent') {
        terminal.out(
          `  policy  ${policy === null ? 'none yet' : `version ${policy.version}, good until ${policy.expiresAt}`}\n`,
        );
        terminal.out(`  log     ${handedIn} lines uploaded\n`);
      }
      for (const problem of problems) terminal.out(`  ${paint('deny', '✗', terminal)} ${visible(problem)}\n`);
      if (problems.length === 0) terminal.out(`  ${paint('allow', '✓', terminal)} it answers\n`);
    }
  }
  return exit;
}

async function reportOf(joined: JoinedHub, files: HubFiles) {
  const { url, name, role } = joined;
  const kept = role === 'agent' ? keptBundle(joined, files) : null;
  const problem = await reachProblem(joined);
  const stale = kept?.isStale === true ? ['the policy is stale, so its allows are asked about'] : [];
  return {
    ...{ url, name, role },
    policy:
      kept === null ? null : { version: kept.bundle.version, expiresAt: kept.bundle.expiresAt, note: kept.bundle.note },
    handedIn: role === 'agent' ? (readUploadState(files)?.head.sequence ?? 0) : 0,
    problems: [...(problem === null ? [] : [problem]), ...stale],
  };
}

async function reachProblem(joined: JoinedHub): Promise<string | null> {
  try {
    const { status, body } = await clientOf(joined).send({ method: 'GET', path: '/api/whoami', timeoutMs: 5_000 });
    if (status !== 200) return (body as { readonly error?: string }).error ?? `it answered ${status}`;
    const { answerKey } = body as { readonly answerKey: string };
    return answerKey === joined.answerKey
      ? null
      : 'it signs answers with another key; run `caliban hub join` again if that is right';
  } catch (error) {
    if (error instanceof UnreachableError) return error.message;
    throw error;
  }
}
