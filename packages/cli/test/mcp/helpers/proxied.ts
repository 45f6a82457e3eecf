import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { bundled } from '../../../../../test/helpers/bundled.ts';
import { shareBytecode } from '../../../../../test/helpers/shared-bytecode.ts';
import { PROGRAM } from '../../helpers/scratch.ts';

export const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const SERVER = await bundled(here('stdio-server.mjs'));
export const EXAMPLE: readonly string[] = ['--name', 'example', '--', process.execPath, SERVER];

/** A home without rules, and the log that a run leaves there. It is gone when the test is. */
export class Home {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'caliban-mcp-')));

  constructor() {
    shareBytecode(this.path);
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** The user's own rules file. */
  write(policy: string): void {
    mkdirSync(join(this.path, '.config/caliban'), { recursive: true });
    writeFileSync(join(this.path, '.config/caliban/permissions.toml'), policy);
  }

  get env(): Record<string, string> {
    const { PATH = '' } = process.env;
    return { PATH, HOME: this.path, CALIBAN_MANAGED_DIR: join(this.path, 'managed') };
  }

  log(): readonly Record<string, unknown>[] {
    const text = readFileSync(join(this.path, '.local/state/caliban/permission-decisions.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

export type Revision = 'legacy' | 'modern';

export type Proxied = {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly home: Home;
  readonly stderr: () => string;
  /** The forms that were shown. */
  readonly asked: string[];
  readonly text: (tool: string, input?: Record<string, unknown>) => Promise<string>;
};

export type Connecting = {
  readonly revision?: Revision;
  /** What is chosen in a form; without it the client shows none. */
  readonly answer?: (form: string, choices: string[]) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** The user's rules file. */
  readonly policy?: string;
};

/** Without such a rule the proxy leaves every call to the client. */
export const ASKS = 'permissions = { ask = ["mcp__example__*"] }\n';

/** The real client before a command of ours. */
export async function connect(
  argv: readonly string[],
  { revision = 'legacy', answer, env = {}, policy }: Connecting = {},
): Promise<Proxied> {
  const home = new Home();
  if (policy !== undefined) home.write(policy);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, ...argv],
    env: { ...home.env, ...env },
    cwd: home.path,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: answer === undefined ? {} : { elicitation: {} },
      versionNegotiation: { mode: revision === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  const asked: string[] = [];
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      const schema = (params as { requestedSchema?: { properties: { decision?: { enum?: string[] } } } })
        .requestedSchema;
      return (await answer(params.message, schema?.properties.decision?.enum ?? [])) as { action: 'cancel' };
    });
  }
  await client.connect(transport);
  return {
    client,
    transport,
    home,
    asked,
    stderr: () => stderr,
    async text(tool, input = {}) {
      const { content, isError } = await client.callTool({ name: tool, arguments: input });
      const [first] = content as { text: string }[];
      return `${isError === true ? 'refused: ' : ''}${first?.text}`;
    },
  };
}

export const accept = (decision: string | undefined): unknown => ({ action: 'accept', content: { decision } });
