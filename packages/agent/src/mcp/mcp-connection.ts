import { errorText } from '@caliban/calls/text';
import type { CallToolResult, Client, Tool, Transport } from '@modelcontextprotocol/client';
import type { Launcher } from '../sandbox/launch.ts';
import { DEFAULT_TIMEOUT_MS, type McpServerSettings, type McpStatus } from './server-settings.ts';

export type McpContext = {
  /** Caliban's version, for the server. */
  readonly version?: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the wait for servers that are still starting. */
  readonly signal?: AbortSignal;
  /** How local servers are started. */
  readonly launcher?: Launcher | undefined;
};

/** One server: its current tools, and a call that always settles. */
export class McpConnection {
  readonly name: string;
  readonly #timeoutMs: number;
  #client: Client | null = null;
  #tools: readonly Tool[] = [];
  #status: McpStatus = { kind: 'failed', because: 'it was never started' };
  /** The last invalid message it sent. */
  #nonsense: string | null = null;
  /** The server process's own report of its end. */
  #endOf: () => string | null = () => null;

  private constructor(name: string, { timeoutMs = DEFAULT_TIMEOUT_MS }: McpServerSettings) {
    this.name = name;
    this.#timeoutMs = timeoutMs;
  }

  /** Never rejects: a server that doesn't start is a connection in the failed state. */
  static async open(name: string, settings: McpServerSettings, around: McpContext): Promise<McpConnection> {
    const connection = new McpConnection(name, settings);
    await connection.#start(settings, around);
    return connection;
  }

  get status(): McpStatus {
    return this.#status;
  }

  get tools(): readonly Tool[] {
    return this.#status.kind === 'connected' ? this.#tools : [];
  }

  /** Rejects with the real cause if the server is gone, too slow, or sends invalid data. */
  async call(tool: string, input: Record<string, unknown>, options: CallOptions): Promise<CallToolResult> {
    if (this.#client === null || this.#status.kind === 'failed') throw this.#gone();
    this.#nonsense = null;
    try {
      return await this.#client.callTool(
        { name: tool, arguments: input },
        {
          signal: options.signal,
          timeout: this.#timeoutMs,
          onprogress: ({ message, progress, total }) =>
            options.progress(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`),
          resetTimeoutOnProgress: true,
          maxTotalTimeout: this.#timeoutMs * MAX_TIMEOUT_FACTOR,
        },
      );
    } catch (error) {
      // The server's exit is noticed shortly after its pipe breaks.
      await new Promise(setImmediate);
      throw this.#endOf() === null ? this.#failure(error) : this.#gone();
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.close();
    this.#status = { kind: 'failed', because: 'it was closed' };
  }

  async #start(settings: McpServerSettings, around: McpContext): Promise<void> {
    try {
      // Loaded only if a server is configured.
      const sdk = await import('@modelcontextprotocol/client');
      const client = new sdk.Client({ name: 'caliban', version: around.version ?? '0' });
      this.#client = client;
      client.onclose = () => this.#fail(this.#endOf() ?? 'the connection was closed');
      client.onerror = (error) => {
        this.#nonsense = errorText(error).trim();
      };
      around.signal?.throwIfAborted();
      const limits = { timeout: this.#timeoutMs, ...(around.signal === undefined ? {} : { signal: around.signal }) };
      await client.connect(await this.#transport(settings, around), limits);
      this.#status = { kind: 'connected' };
      client.setNotificationHandler('notifications/tools/list_changed', () => this.#list(client));
      await this.#list(client, limits);
    } catch (error) {
      await new Promise(setImmediate);
      const because = this.#endOf() ?? this.#whatFailed(error);
      await this.#client?.close().catch(() => {});
      this.#client = null;
      this.#fail(because);
    }
  }

  async #transport(settings: McpServerSettings, { cwd, env, launcher }: McpContext): Promise<Transport> {
    if ('url' in settings) {
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
      return new StreamableHTTPClientTransport(new URL(settings.url), {
        requestInit: { headers: { ...settings.headers } },
      });
    }
    const { StdioTransport } = await import('./stdio-transport.ts');
    const { command, args = [] } = settings;
    const transport = new StdioTransport({
      command,
      args,
      cwd: settings.cwd ?? cwd,
      env: { ...inherited(env), ...settings.env },
      launcher,
    });
    this.#endOf = () => transport.end;
    return transport;
  }

  async #list(client: Client, limits: Limits = { timeout: this.#timeoutMs }): Promise<void> {
    const { tools } = await client.listTools({}, { ...limits, cacheMode: 'refresh' });
    this.#tools = tools;
  }

  #fail(because: string): void {
    this.#status = { kind: 'failed', because };
  }

  #failure(error: unknown): Error {
    return new Error(`the MCP server \`${this.name}\` failed: ${this.#whatFailed(error)}`, { cause: error });
  }

  #whatFailed(error: unknown): string {
    const what = [errorText(error).trim(), httpStatus(error), this.#nonsense].filter((text) => text !== null);
    return [...new Set(what)].join('; ');
  }

  #gone(): Error {
    const because = this.#endOf() ?? (this.#status.kind === 'failed' ? this.#status.because : 'it is gone');
    return new Error(`the MCP server \`${this.name}\` is not there: ${because}`);
  }
}

type Limits = { readonly timeout: number; readonly signal?: AbortSignal };

export type CallOptions = { readonly signal: AbortSignal; readonly progress: (text: string) => void };

function httpStatus(error: unknown): string | null {
  const isHttp = error instanceof Error && 'status' in error && typeof error.status === 'number';
  return isHttp ? `HTTP status ${error.status}` : null;
}

/** A call must end at some time, however much progress the server reports. */
const MAX_TIMEOUT_FACTOR = 10;

/** A server gets the variables it needs to run, and no keys that are in our environment. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

function inherited(env: McpContext['env']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(INHERITED.map((name) => [name, env[name]]));
}
