import { ElicitationAskHandler, McpProxy, MessageLines } from '@caliban/adapters/mcp';
import { visible } from '@caliban/calls/text';
import type { AskHandler } from '@caliban/gate';
import type { Args } from '../command-line/args.ts';
import { mcpSettings } from '../compose/mcp-settings.ts';
import { ClientOutput } from '../mcp/client-output.ts';
import { type ProxiedServer, proxiedServer } from '../mcp/proxied-server.ts';
import { composeServerGate, type ServerGate } from '../mcp/server-gate.ts';
import type { Upstream } from '../mcp/upstream.ts';
import type { Terminal } from '../process/terminal.ts';
import { useProxies } from '../web/use-proxies.ts';

/**
 * `caliban mcp-proxy`: an MCP client on standard input and output, its server behind us, and every tool call goes through the
 * gate.
 */
export async function mcpProxy(args: Args, terminal: Terminal): Promise<number> {
  const server = proxiedServer(args);
  const warn = (message: string) => terminal.err(`caliban mcp-proxy: ${visible(message)}\n`);
  const asking = new AskingLater();
  // A mode given for the proxy applies to every call, so it needs the built-in rules.
  const hasPermissions = args.text('permission-mode') === undefined;
  const gate = await composeServerGate({ args, terminal, warn, hasPermissions, askHandler: asking.behind });
  const clientGone = new AbortController();
  const output = new ClientOutput(() => clientGone.abort());
  clientGone.signal.addEventListener('abort', () => output.hurry());
  let upstream: Upstream | null = null;
  const proxy = new McpProxy({
    gate: gate.gate,
    askHandler: asking.handler,
    server: server.name,
    context: gate.context,
    sessionId: gate.sessionId,
    toClient: output.writeLine,
    toServer: (line) => upstream?.send(line),
    warn,
  });
  upstream = await startServer(server, { gate, terminal, proxy, output, warn });
  endWith(clientGone);

  const exit = await serve({ terminal, proxy, upstream, output, warn }, clientGone.signal).finally(() => {
    gate.close();
    // The client may keep its end open; don't wait for it.
    process.stdin.destroy();
  });
  await output.end(exit);
  return exit;
}

type Served = Pick<Started, 'terminal' | 'proxy' | 'output' | 'warn'> & { readonly upstream: Upstream };

/** Until one of the two ends. */
async function serve(served: Served, gone: AbortSignal): Promise<number> {
  const { proxy, upstream, warn } = served;
  const end = await Promise.race([upstream.ended, readClient(served, gone)]);
  if (end === 'client-gone') {
    await proxy.clientGone();
    return upstream.close();
  }
  await proxy.serverGone(end.because);
  warn(end.because);
  return end.exit;
}

/** The gate needs an ask handler before there is a way to ask. */
class AskingLater {
  #handler: ElicitationAskHandler | null = null;

  readonly behind = (nobody: AskHandler): AskHandler => {
    this.#handler = new ElicitationAskHandler(nobody);
    return this.#handler;
  };

  get handler(): ElicitationAskHandler {
    if (this.#handler === null) throw new Error('the gate was made without it');
    return this.#handler;
  }
}

type Started = {
  readonly gate: ServerGate;
  readonly terminal: Terminal;
  readonly proxy: McpProxy;
  readonly output: ClientOutput;
  readonly warn: (message: string) => void;
};

async function startServer(server: ProxiedServer, { gate, terminal, proxy, output, warn }: Started): Promise<Upstream> {
  const receive = (line: Buffer) => proxy.fromServer(line);
  switch (server.kind) {
    case 'process': {
      const { ServerProcess } = await import('../mcp/server-process.ts');
      const client = { receive, caughtUp: () => output.caughtUp() };
      return new ServerProcess({ ...server, cwd: terminal.cwd, env: terminal.env }, client);
    }
    case 'http': {
      const { httpServer } = await import('../mcp/http-server.ts');
      await useProxies(terminal.env);
      const headers = headersOf(server, gate, terminal);
      return httpServer({ url: server.url, headers, receive, failed: (id, why) => proxy.failed(id, why), warn });
    }
  }
}

/** Keys must not be on a command line: they come from the settings of the server with this name and address. */
function headersOf(
  { name, url }: Extract<ProxiedServer, { kind: 'http' }>,
  { start: { files, locations } }: ServerGate,
  { env }: Terminal,
): Readonly<Record<string, string>> {
  const named = new Map([...files.mcpServers].filter(([key]) => key === name));
  const known = mcpSettings(named, { env, workspace: locations.workspace })[name];
  return known !== undefined && 'url' in known && known.url === url.href ? (known.headers ?? {}) : {};
}

async function readClient({ terminal, proxy, upstream, output }: Served, gone: AbortSignal): Promise<'client-gone'> {
  const lines = new MessageLines();
  const read = async () => {
    for await (const chunk of terminal.input()) {
      for (const line of lines.add(chunk)) proxy.fromClient(line);
      await upstream.ready();
      await output.caughtUp();
    }
  };
  const hungUp = new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
  // A failing standard input is treated as closed.
  await Promise.race([read().catch(() => {}), hungUp]);
  return 'client-gone';
}

/** Clients may also end their servers by a signal; the processes we started end with us. */
function endWith(clientGone: AbortController): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => clientGone.abort());
}
