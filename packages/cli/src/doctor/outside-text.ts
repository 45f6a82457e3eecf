import type { RouteDescription } from '@caliban/agent/models';
import { visible } from '@caliban/calls/text';
import { inColumns } from '../output/columns.ts';
import { paint } from '../output/paint.ts';
import { shortPath } from '../output/short-path.ts';
import { wrapped } from '../output/wrapped.ts';
import type { Terminal } from '../process/terminal.ts';
import { agentTrouble } from './checks.ts';
import type { OutsideReport } from './outside-report.ts';

/** Models, servers, hooks and agents, each with its origin. */
export function outsideText({ models, mcpServers, hooks, hosts }: OutsideReport, terminal: Shown): readonly string[] {
  const section = (title: string, rows: readonly (readonly string[])[]) => sectionOf(title, rows, terminal);
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
      hosts.map((wired) => [wired.host, wired.scope, wiringText(wired), shortPath(wired.file, terminal)]),
    ),
  ];
}

function wiringText(wired: OutsideReport['hosts'][number]): string {
  return agentTrouble(wired) === null ? 'wired, the hook answers' : 'does not work, see below';
}

type Shown = Pick<Terminal, 'colours' | 'columns' | 'cwd' | 'home'>;

function sectionOf(title: string, rows: readonly (readonly string[])[], terminal: Shown): readonly string[] {
  if (rows.length === 0) return [];
  const lines = inColumns(rows).map((line) => wrapped(`  ${visible(line)}`, { indent: 4, terminal }));
  return ['', paint('title', title, terminal), ...lines];
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
