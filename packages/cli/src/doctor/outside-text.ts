import type { RouteDescription } from '@caliban/agent/internal/models/describe-routes';
import { visible } from '@caliban/gate/internal/text/visible';
import { inColumns } from '../output/columns.ts';
import { agentTrouble } from './checks.ts';
import type { OutsideReport } from './outside-report.ts';

/** Models, servers, hooks and agents, each with where it comes from. */
export function outsideText({ models, mcpServers, hooks, hosts }: OutsideReport): readonly string[] {
  return [
    ...section('models (settings only, none was called)', modelRows(models)),
    ...section(
      'MCP servers',
      mcpServers.map(({ name, runs, from }) => [name, runs, from]),
    ),
    ...section(
      'hooks',
      hooks.map(({ event, command, from }) => [event, command, from]),
    ),
    ...section(
      'agents that ask caliban',
      hosts.map((wired) => [wired.host, wired.scope, wiringText(wired), wired.file]),
    ),
  ];
}

function wiringText(wired: OutsideReport['hosts'][number]): string {
  return agentTrouble(wired) === null ? 'wired, the hook answers' : 'does not work, see below';
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...inColumns(rows).map((line) => `  ${visible(line)}`)];
}

/** One message for all purposes that lack a model for the same reason. */
function modelRows(routes: readonly RouteDescription[]): readonly (readonly string[])[] {
  const rows = routes.map(modelRow);
  const [first, ...others] = rows;
  const isSame =
    first !== undefined && others.length > 0 && others.every((row) => row.slice(1).join() === first.slice(1).join());
  return isSame ? [[rows.map(([purpose]) => purpose).join(', '), ...first.slice(1)]] : rows;
}

function modelRow(route: RouteDescription): readonly string[] {
  if ('problem' in route) return [route.purpose, route.route ?? 'none', route.problem];
  const { key } = route;
  const keyText = key.needed ? `${key.variable} is ${key.present ? 'set' : 'not set'}` : 'needs no key';
  return [route.purpose, route.route, `${route.address}, ${keyText}${route.from === 'default' ? ', by default' : ''}`];
}
