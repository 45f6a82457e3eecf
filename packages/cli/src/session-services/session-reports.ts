import type { SessionReports } from '@caliban/agent/session';
import { mcpToolName } from '@caliban/calls/describe';
import { plural, visible } from '@caliban/calls/text';
import type { Rule } from '@caliban/gate';
import { LAYERS } from '@caliban/gate/types';
import { formatSource } from '@caliban/storage/rules';
import type { Session } from '../compose/session.ts';
import type { StartUp } from '../compose/start-up.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { shownName } from './conversation.ts';
import { runOwnProgram } from './own-program.ts';

/** Facts about the session are immediate; reports of other commands come from a separate process. */
export function sessionReports(session: Session, start: StartUp, terminal: Terminal): SessionReports {
  const { workspace } = start.locations;
  return {
    status: () => statusRows(session, start),
    mcp: () => mcpLines(session),
    hooks: () => hookLines(start),
    doctor: (signal) => textOf(['doctor', '--workspace', workspace], signal),
    trust: (change, signal) => textOf(['trust', `--${change}`, '--workspace', workspace], signal),
    learn: (change, signal) => {
      const answer = change === 'yes' ? '--yes' : '--dry-run';
      return textOf(['perms', 'learn', answer, '--workspace', workspace], signal);
    },
  };

  async function textOf(words: readonly string[], signal: AbortSignal): Promise<string> {
    const { out, err } = await runOwnProgram(words, terminal, signal);
    return [out.trimEnd(), err.trim()].filter((text) => text !== '').join('\n');
  }
}

function statusRows(session: Session, { settings, files, locations }: StartUp): ReturnType<SessionReports['status']> {
  const { sessionId, cwd } = session.facts();
  const servers = session.mcp.status();
  const lost = servers.filter(({ status }) => status.kind === 'failed').length;
  return [
    ['version', `${version()}, Node ${process.versions.node}`],
    ['session', sessionId],
    ['model', shownName(session.model().name)],
    ['workspace', locations.workspace],
    ...(cwd === locations.workspace ? [] : [['directory', cwd] as const]),
    ...(session.directories.all.length === 0 ? [] : [['added', session.directories.all.join(', ')] as const]),
    ['rules', rulesText(session.gate.rules.rules)],
    ['decision log', settings.audit.log.value === false ? 'off' : settings.audit.file],
    ['sandbox', files.sandbox.mode?.value ?? 'off'],
    ['MCP servers', lost === 0 ? String(servers.length) : `${servers.length}, ${lost} of them not there (/mcp)`],
    ['hooks', String(files.hooks.length)],
  ];
}

function rulesText(rules: readonly Rule[]): string {
  const counted = LAYERS.flatMap((layer) => {
    const count = rules.filter(({ source }) => source.layer === layer).length;
    return count === 0 ? [] : [`${count} ${layer === 'runtime' ? 'of this session' : layer}`];
  });
  return `${rules.length}: ${counted.join(', ')}`;
}

function mcpLines({ mcp }: Session): readonly string[] {
  const servers = mcp.status();
  if (servers.length === 0) return ['No MCP server is set up; `[mcp_servers.NAME]` in settings.toml adds one.'];
  const tools = mcp.tools().map((tool) => tool.name);
  return servers.flatMap(({ name, status }) => {
    const own = tools.filter((tool) => tool.startsWith(mcpToolName(name, '')));
    return status.kind === 'failed'
      ? [`✗ ${visible(name)}: ${visible(status.because)}`]
      : [`✓ ${visible(name)}: ${plural(own.length, 'tool')}`, ...own.map((tool) => `    ${visible(tool)}`)];
  });
}

function hookLines({ files: { hooks } }: StartUp): readonly string[] {
  if (hooks.length === 0) return ['No hook is set up; `[[hooks]]` in settings.toml adds one.'];
  return hooks.map((hook) => {
    const { event, matcher, command } = hook.value;
    return `${event} ${visible(matcher)}: ${visible(command)}  (${formatSource(hook)})`;
  });
}
