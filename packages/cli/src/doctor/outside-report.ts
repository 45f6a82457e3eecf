import { describeRoutes, type RouteDescription } from '@caliban/agent/models';
import {
  type FileNotice,
  type Settings as FileSettings,
  type Locations,
  type McpServer,
  type PermissionSettings,
  type ProjectRules,
  projectTrustLevel,
  readSettings,
} from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import { modelSettings } from '../compose/model-settings.ts';
import { hookProgram } from '../install/hook-program.ts';
import { type HookHealth, tryHook } from '../install/try-hook.ts';
import { type WiredHost, wiredHosts } from '../install/wired-hosts.ts';
import type { Terminal } from '../process/terminal.ts';
import { type AutoModeReport, autoModeReports } from './auto-mode-files.ts';

/** What caliban connects to, and what connects to caliban. Makes no connections, except for running our own hook. */
export type OutsideReport = {
  readonly models: readonly RouteDescription[];
  readonly mcpServers: readonly { readonly name: string; readonly runs: string; readonly from: string }[];
  readonly hooks: readonly { readonly event: string; readonly command: string; readonly from: string }[];
  readonly autoMode: readonly AutoModeReport[];
  readonly hosts: readonly (WiredHost & { readonly health: HookHealth })[];
  readonly warnings: readonly FileNotice[];
  readonly errors: readonly FileNotice[];
};

export type OutsideInput = {
  readonly locations: Locations;
  readonly permissions: PermissionSettings;
  readonly answer: ProjectRules | undefined;
  /** `--model` */
  readonly model: string | undefined;
  /** `--auto-mode-config` */
  readonly autoModeConfig: string | undefined;
};

export async function outsideReport(input: OutsideInput, terminal: Terminal): Promise<OutsideReport> {
  const { isTrusted } = projectTrustLevel(input.permissions, input.answer ?? null);
  const settings = await readSettings(input.locations, {
    projectIsTrusted: isTrusted,
    wasAsked: input.answer !== undefined,
  });
  const autoMode = await autoModeReports(input.locations, { explicit: input.autoModeConfig, cwd: terminal.cwd });
  const warnings = [
    ...settings.warnings,
    ...autoMode.flatMap((report) => (report.state === 'loaded' ? report.warnings : [])),
  ];
  const errors = [
    ...(settings.settings.ok ? [] : settings.settings.error),
    ...autoMode.flatMap((report) => (report.state === 'failed' ? report.errors : [])),
  ];
  const wired = await wiredHosts(terminal, input.locations.workspace);
  const hosts = await Promise.all(
    wired.map(async (host) => ({ ...host, health: await tryHook(host.host, hookProgram(host.scope), terminal) })),
  );
  const found = { autoMode, hosts, warnings, errors };
  if (!settings.settings.ok) return { models: [], mcpServers: [], hooks: [], ...found };
  return { ...described(settings.settings.value, input.model, terminal), ...found };
}

function described(
  files: FileSettings,
  model: string | undefined,
  { env }: Terminal,
): Pick<OutsideReport, 'models' | 'mcpServers' | 'hooks'> {
  return {
    models: describeRoutes(modelSettings(files, model), env),
    mcpServers: [...files.mcpServers].map(([name, said]) => ({
      name,
      runs: runsText(said.value),
      from: formatSource(said),
    })),
    hooks: files.hooks.map((said) => ({
      event: said.value.event,
      command: said.value.command,
      from: formatSource(said),
    })),
  };
}

/** Arguments and headers may contain secrets, so they are left out. */
function runsText(server: McpServer): string {
  if (server.disabled) return 'switched off';
  return server.transport === 'http' ? server.url : server.command;
}
