import { resolve } from 'node:path';
import type { McpServerSettings } from '@caliban/agent';
import { expandVariables, type McpServer } from '@caliban/storage';
import { formatSource } from '@caliban/storage/rules';
import type { ByName, TextMap } from '@caliban/storage/settings';
import { ConfigurationError } from '../command-line/problems.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The enabled servers, with the variables in their settings expanded. */
export function mcpSettings(
  servers: ByName<McpServer>,
  { env, workspace }: { readonly env: Environment; readonly workspace: string },
): Readonly<Record<string, McpServerSettings>> {
  return Object.fromEntries(
    [...servers].flatMap(([name, said]) =>
      said.value.disabled ? [] : [[name, serverOf(said.value, filledIn(env, formatSource(said)), workspace)]],
    ),
  );
}

type FillIn = (texts: TextMap) => Readonly<Record<string, string>>;

function serverOf(server: McpServer, fillIn: FillIn, workspace: string): McpServerSettings {
  const timeout = server.timeoutMs === undefined ? {} : { timeoutMs: server.timeoutMs };
  if (server.transport === 'http') return { ...timeout, url: server.url, headers: fillIn(server.headers) };
  const { command, args, env, cwd } = server;
  return { ...timeout, command, args, env: fillIn(env), cwd: resolve(workspace, cwd ?? '.') };
}

function filledIn(env: Environment, where: string): FillIn {
  return (texts) =>
    Object.fromEntries(
      [...texts].map(([key, text]) => {
        const expanded = expandVariables(text, env);
        if (!expanded.ok) throw new ConfigurationError([`${where}: ${expanded.error}`]);
        return [key, expanded.value];
      }),
    );
}
