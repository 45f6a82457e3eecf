import { visible } from '@caliban/calls/text';
import type { Agent } from '@caliban/hub';
import { localTime } from '@caliban/storage/audit';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { hubAccess } from '../../hub/hub-access.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `caliban hub agents` */
export async function agents(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const hub = await hubAccess(args, terminal);
  const { agents: known } = await hub.get<{ readonly agents: readonly Agent[] }>('/api/agents');
  if (args.isSet('json')) terminal.out(jsonText(known));
  else if (known.length === 0)
    terminal.out('No agent has been seen yet; `caliban hub join` on its machine connects it.\n');
  else {
    const head = ['agent', 'owner', 'team', 'seen', 'policy', 'log lines', 'gaps', 'caliban'];
    const rows = known.map(({ install, owner, isRevoked, team, seenAt, policyVersion, lines, gaps, details }) =>
      [
        isRevoked ? `${install} (revoked)` : install,
        owner === '' ? '-' : owner,
        team === '' ? '-' : team,
        seenAt === null ? 'never' : localTime(seenAt),
        policyVersion === null || policyVersion === 0 ? 'none' : String(policyVersion),
        String(lines),
        String(gaps),
        details.caliban ?? '-',
      ].map(visible),
    );
    for (const line of inColumns([head, ...rows])) terminal.out(`${line}\n`);
  }
  return 0;
}
