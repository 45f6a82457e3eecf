import { randomUUID } from 'node:crypto';
import { readDescription } from '@caliban/inbox';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../../../../test/helpers/browser.ts';
import { type Ask, boundHash } from '../../../inbox/src/ask/ask.ts';
import { BUNDLE, type Running, ServeScratch } from '../serve/server-process.ts';

export type AskChanges = {
  readonly host?: string;
  readonly why?: string;
  readonly limitMs?: number;
  readonly session?: string;
  readonly agent?: string;
  readonly keepsRules?: true;
};

export type SentAsk = { readonly id: string; readonly ask: Ask };

/** An agent waits for two seconds; a busy machine takes longer for many questions at once. */
const PATIENCE_MS = 20_000;

let browser: Browser | null = null;

/** One browser for all tests of a `describe`: a context of it shares nothing with others, and each start takes a second. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
}

/** A server with its page, and contexts of the browser to look at it. */
export class PageScratch extends ServeScratch {
  readonly problems: string[] = [];
  readonly #contexts: BrowserContext[] = [];
  #server: Running | null = null;

  readonly program: string = `${BUNDLE}caliban.cjs`;

  async beginServer(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = this.start(process.execPath, [this.program, 'serve'], { env });
    await this.#server.until('pid');
  }

  async begin(): Promise<this> {
    await this.beginServer();
    return this;
  }

  async end(): Promise<void> {
    for (const context of this.#contexts) await context.close();
  }

  get server(): Running {
    if (this.#server === null) throw new Error('no server was started');
    return this.#server;
  }

  async restart(): Promise<void> {
    this.server.child.kill('SIGKILL');
    await this.server.ended;
    this.#server = await this.serve();
  }

  get origin(): string {
    return `http://127.0.0.1:${this.description.port}`;
  }

  get description() {
    const description = readDescription(this.files);
    if (description === null) throw new Error('no server is described');
    return description;
  }

  address(route = '/inbox'): string {
    return `${this.origin}/#key=${this.description.token}&to=${route}`;
  }

  async context(): Promise<BrowserContext> {
    if (browser === null) throw new Error('no browser was started');
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    this.#contexts.push(context);
    return context;
  }

  /** Whatever the browser complains about, also violations of the content policy, is in `problems`. */
  async open(route = '/inbox', context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await this.context())).newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') this.problems.push(`asked ${request.url()}`);
    });
    await page.goto(this.address(route));
    return page;
  }

  async ask(tool: string, input: unknown, changes: AskChanges = {}): Promise<SentAsk> {
    const { host = 'codex', why = 'no rule matches', limitMs = 120_000, session = 's1', agent, keepsRules } = changes;
    const workspace = `${this.root}/ws`;
    const call = { tool, input, cwd: workspace, workspace, session, callId: randomUUID(), policy: 'p' };
    const hash = boundHash(call);
    if (!hash.ok) throw new Error(hash.error);
    const context = {
      ...{ host, why },
      ...(agent === undefined ? {} : { agent }),
      ...(keepsRules === undefined ? {} : { keepsRules }),
    };
    const sent = { id: randomUUID(), ask: { call, hash: hash.value, limitMs, lapseMs: 60_000, context } };
    const reply = await this.client.send({ timeoutMs: PATIENCE_MS, method: 'POST', path: '/api/asks', body: sent });
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return sent;
  }

  /** As the agent sees it. */
  async viewOf({
    id,
  }: SentAsk): Promise<{ readonly state: string; readonly answer?: Readonly<Record<string, unknown>> }> {
    const { body } = await this.client.send({ timeoutMs: PATIENCE_MS, method: 'GET', path: `/api/asks/${id}` });
    return (body as { readonly view: { readonly state: string } }).view;
  }

  answer({ id, ask }: SentAsk, action: 'allow' | 'deny', name: string) {
    const body = { hash: ask.hash, action, name, through: 'terminal' };
    return this.client.send({ timeoutMs: PATIENCE_MS, method: 'POST', path: `/api/asks/${id}/answer`, body });
  }
}

/** Until its answers count. */
export async function armed(page: Page, nth = 0): Promise<void> {
  await page.locator('.card').nth(nth).locator('.button.allow[aria-disabled=false]').first().waitFor();
}
