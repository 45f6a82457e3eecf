import type { RouteDescription } from '@caliban/agent/internal/models/describe-routes';
import { visible } from '@caliban/gate/internal/text/visible';
import { standingTrouble } from '../install/hook-standing.ts';
import { hookTrouble } from '../install/try-hook.ts';
import { inColumns } from '../output/columns.ts';
import type { OutsideReport } from './outside-report.ts';

/** Models, servers, hooks and agents, each with where it comes from. */
export function outsideText({ models, mcpServers, hooks, hosts }: OutsideReport): readonly string[] {
  return [
    ...section('models (nothing was reached)', models.map(modelRow)),
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
  const { host, scope } = wired;
  switch (wired.state) {
    case 'wired': {
      const trouble = hookTrouble(wired.health, scope);
      return trouble === null ? 'wired, the hook answers' : `wired, but ${trouble}`;
    }
    case 'other-program':
      return `starts another program than this one; \`caliban install ${host} --scope ${scope}\` puts that right`;
    case 'narrow':
    case 'altered':
    case 'switched-off':
      return standingTrouble(wired, host);
    case 'unreadable':
      return `unreadable: ${wired.problem}`;
  }
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : ['', title, ...inColumns(rows).map((line) => `  ${visible(line)}`)];
}

function modelRow(route: RouteDescription): readonly string[] {
  if ('problem' in route) return [route.purpose, route.route ?? 'none', route.problem];
  const { key } = route;
  const keyText = key.needed ? `${key.variable} is ${key.present ? 'set' : 'not set'}` : 'needs no key';
  return [route.purpose, route.route, `${route.address}, ${keyText}${route.from === 'default' ? ', by default' : ''}`];
}
