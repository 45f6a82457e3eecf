import { visible } from '@caliban/calls/text';
import type { ListedToken } from '@caliban/hub';
import type { Args } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { durationMs } from '../../hub/duration.ts';
import { hubAccess } from '../../hub/hub-access.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `caliban hub token add|team|list|revoke` */
export async function token(args: Args, terminal: Terminal): Promise<number> {
  const [verb, name, ...more] = args.operands;
  const [extra] = verb === 'team' ? more.slice(1) : more;
  if (extra !== undefined) throw new UsageError(`\`${extra}\` is one argument too many`);
  switch (verb) {
    case 'team':
      return moveToTeam(name, more[0], args, terminal);
    case 'add':
      return add(name, args, terminal);
    case 'revoke':
      return revoke(name, args, terminal);
    case 'list':
    case undefined:
      return list(args, terminal);
    default:
      throw new UsageError(`\`${verb}\` is not one of add, team, list, revoke`);
  }
}

async function add(name: string | undefined, args: Args, terminal: Terminal): Promise<number> {
  const role = args.text('role');
  if (name === undefined) throw new UsageError('the name is missing: caliban hub token add NAME --role ROLE');
  if (role === undefined) throw new UsageError('--role is missing: agent, approver or admin');
  const owner = args.text('owner');
  if (role === 'agent' && owner === undefined) throw new UsageError('--owner is missing: the person whose agent it is');
  const hub = await hubAccess(args, terminal);
  const expires = args.text('expires');
  const made = await hub.post<{ readonly token: string }>('/api/tokens', {
    name,
    role,
    owner,
    team: args.text('team'),
    ...(expires === undefined ? {} : { expiresAt: endOf(expires).toISOString() }),
  });
  if (args.isSet('json')) terminal.out(jsonText(made));
  else {
    // The token alone on standard output, so that it can go into a file or a secret store.
    terminal.out(`${made.token}\n`);
    terminal.err(`It is shown this once. Connect with it: caliban hub join ${hub.url} --token-file FILE\n`);
  }
  return 0;
}

async function moveToTeam(name: string | undefined, team: string | undefined, args: Args, terminal: Terminal) {
  if (name === undefined || team === undefined)
    throw new UsageError("the name or the team is missing: caliban hub token team NAME TEAM; '' is no team");
  const hub = await hubAccess(args, terminal);
  await hub.post('/api/tokens/team', { name, team });
  if (args.isSet('json')) terminal.out(jsonText({ name, team }));
  else terminal.out(team === '' ? `${name} is in no team.\n` : `${name} is in team ${team}.\n`);
  return 0;
}

async function revoke(which: string | undefined, args: Args, terminal: Terminal): Promise<number> {
  if (which === undefined) throw new UsageError('the name is missing: caliban hub token revoke NAME');
  const hub = await hubAccess(args, terminal);
  const { revoked } = await hub.post<{ readonly revoked: number }>('/api/tokens/revoke', { which });
  terminal.out(args.isSet('json') ? jsonText({ revoked }) : 'Revoked. Every hub refuses it within a second.\n');
  return 0;
}

async function list(args: Args, terminal: Terminal): Promise<number> {
  const hub = await hubAccess(args, terminal);
  const { tokens } = await hub.get<{ readonly tokens: readonly ListedToken[] }>('/api/tokens');
  if (args.isSet('json')) terminal.out(jsonText(tokens));
  else {
    const head = ['name', 'role', 'owner', 'team', 'made by', 'since', 'state'];
    const rows = tokens.map((each) =>
      [
        each.name,
        each.role,
        each.owner,
        each.team === '' ? '-' : each.team,
        each.createdBy,
        each.createdAt.slice(0, 10),
        stateOf(each),
      ].map(visible),
    );
    for (const line of inColumns([head, ...rows])) terminal.out(`${line}\n`);
  }
  return 0;
}

function stateOf({ revokedAt, expiresAt }: ListedToken): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) <= Date.now() ? `expired ${expiresAt.slice(0, 10)}` : `until ${expiresAt.slice(0, 10)}`;
}

export function endOf(text: string): Date {
  const length = durationMs(text);
  const end = new Date(length === null ? Date.parse(text) : Date.now() + length);
  if (Number.isNaN(end.getTime()))
    throw new UsageError(`--expires \`${text}\` is neither a date nor a duration such as 90d`);
  return end;
}
