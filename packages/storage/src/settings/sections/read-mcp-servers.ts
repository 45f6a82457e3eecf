import { isSecretName } from '../../audit/redact/secrets/secret-name.ts';
import type { Sourced } from '../../rules/rule-file.ts';
import type { ByName, McpServer, TextMap } from '../settings.ts';
import type { TableReader } from '../table-reader.ts';
import { BOOLEAN, HTTP_URL, TEXT, TEXT_MAP, TEXTS, whole } from '../value-kinds.ts';

/** `[mcp_servers.<name>]` */
export function readMcpServers(reader: TableReader): ByName<McpServer> {
  const servers = new Map<string, Sourced<McpServer>>();
  for (const [name, table] of reader.tables()) {
    // Its tools are called `mcp__<name>__<tool>`, which must be unambiguous.
    if (!/^[A-Za-z0-9](?:_?[A-Za-z0-9-])*$/.test(name)) {
      table.lacking(`\`${name}\` is not a name for a server; use letters, digits, - and single _`);
    }
    const server = readServer(table);
    table.end();
    if (server !== null) servers.set(name, reader.reading.sourced(server, table.path));
  }
  return servers;
}

function readServer(table: TableReader): McpServer | null {
  const timeoutMs = table.read('timeout_ms', whole(1, 3_600_000));
  const shared = {
    disabled: table.read('disabled', BOOLEAN) ?? false,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const isLocal = table.has('command');
  const isRemote = table.has('url');
  if (isLocal && isRemote) table.wrong('url', 'the server has both `command` and `url`; keep one of them');
  else if (isLocal) return stdioServer(table, shared);
  else if (isRemote) return httpServer(table, shared);
  else table.lacking('the server has neither `command` nor `url`; write one of them');
  return null;
}

type Shared = Pick<McpServer, 'disabled' | 'timeoutMs'>;

function stdioServer(table: TableReader, shared: Shared): McpServer | null {
  const command = table.read('command', TEXT);
  const args = table.read('args', TEXTS) ?? [];
  const env = table.read('env', TEXT_MAP) ?? NOTHING;
  const cwd = table.read('cwd', TEXT);
  warnOfSecrets(table, 'env', env);
  if (command === undefined) return null;
  return { transport: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }), ...shared };
}

function httpServer(table: TableReader, shared: Shared): McpServer | null {
  const url = table.read('url', HTTP_URL);
  const headers = table.read('headers', TEXT_MAP) ?? NOTHING;
  warnOfSecrets(table, 'headers', headers);
  return url === undefined ? null : { transport: 'http', url, headers, ...shared };
}

const NOTHING: TextMap = new Map();

function warnOfSecrets(table: TableReader, key: string, map: TextMap): void {
  for (const [name, value] of map) {
    if (value.includes('$') || value === '' || !isSecretName(name, 'field')) continue;
    table.warn(
      key,
      `\`${name}\` looks like a secret in a file; put it in a variable and write \`${name} = "$ITS_NAME"\``,
    );
  }
}
