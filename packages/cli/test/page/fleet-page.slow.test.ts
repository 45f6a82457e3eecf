// The page of a hub: the built program, PostgreSQL and a browser.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { hubClient } from '@caliban/hub/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BROWSER_PROGRAM, openBrowser } from '../../../../test/helpers/browser.ts';
import { type Cluster, NO_POSTGRES, postgresPrograms, startCluster } from '../../../hub/test/helpers/postgres.ts';
import { boundHash } from '../../../inbox/src/ask/ask.ts';
import { Team } from '../hub/team.ts';
import { armed } from './page-scratch.ts';

const isThere = BROWSER_PROGRAM !== null && postgresPrograms() !== null;
if (!isThere) process.stderr.write(`${NO_POSTGRES}, or there is no Chromium\n`);

const POLICY = `[[permissions.rules]]
pattern = "Bash:git push --force*"
action = "deny"

[[permissions.rules]]
pattern = "Bash:git *"
action = "allow"

[[permissions.rules]]
pattern = "Bash:terraform apply*"
action = "ask"
approvals = 2
self_approval = false
`;

/** Set to a directory to look at the pages as pictures. */
const PICTURES = process.env.CALIBAN_PAGE_PICTURES;

describe.skipIf(!isThere)('the page of a hub', { timeout: 120_000 }, () => {
  let cluster: Cluster;
  let browser: Browser;
  beforeAll(async () => {
    cluster = await startCluster(['fsync=off']);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await cluster?.remove();
  });

  test('fleet: who, with which policy, what needs attention, by team and agent', async () => {
    const fleet = await FleetScratch.start(cluster);
    const page = await fleet.open(browser, fleet.team.adminToken, '/fleet');
    await expect
      .poll(() => rowsOf(page, 'table.fleet'), { timeout: 15_000 })
      .toEqual([
        ['ci-runnerno policy', 'build', 'ops', 'just now', 'none', '–', '2', '3'],
        ['annas-laptop1 gap', 'anna', 'web', 'just now', '1', '1', '6', '8'],
        ['new-laptopnever seen', 'carol', 'web', 'never', 'none', '–', '–', '0'],
        ['bens-laptop', 'ben', 'ops', 'just now', '1', '1', '2', '3'],
      ]);
    expect(await page.locator('.attention').textContent()).toBe('no policy: 1gaps in the log: 1never seen: 1');
    expect(await page.getByText('after line 4: lines of the log are gone').count()).toBe(1);
    await fleet.picture(page, 'fleet');
    await page.getByLabel('Team').selectOption('ops');
    await expect
      .poll(async () => (await rowsOf(page, 'table.fleet')).map(([name]) => name))
      .toEqual(['ci-runnerno policy', 'bens-laptop']);
    await page.getByLabel('Agent', { exact: true }).fill('bens-laptop');
    await page.getByLabel('Agent', { exact: true }).blur();
    await expect.poll(async () => (await rowsOf(page, 'table.fleet')).map(([name]) => name)).toEqual(['bens-laptop']);
    expect(fleet.problems).toEqual([]);
  });

  test('today, sessions, suggestions and policy over the fleet, and a part of it', async () => {
    const fleet = await FleetScratch.start(cluster);
    const page = await fleet.open(browser, fleet.team.adminToken, '/today');
    const figures = () => page.locator('.figures dd').allTextContents();
    // A day may end while this runs; then the numbers are split.
    const isSplit = new Date().getUTCHours() === 0 && new Date().getUTCMinutes() < 2;
    if (!isSplit) {
      await expect.poll(figures, { timeout: 15_000 }).toEqual(['10', '1', '3', '0']);
      expect(await page.locator('.bars .name').allTextContents()).toEqual([
        ...['shop', 'infra'],
        ...['annas-laptop', 'bens-laptop', 'ci-runner'],
      ]);
      await fleet.picture(page, 'today');
      await page.getByLabel('Project').fill('infra');
      await page.getByLabel('Project').blur();
      await expect.poll(figures).toEqual(['4', '0', '2', '0']);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByLabel('Team').selectOption('web');
      await expect.poll(figures).toEqual(['6', '1', '1', '0']);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
    }
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('link', { name: /annas-laptop › claude-code/ }).click();
    await page.getByText('Everything, in order').waitFor();
    expect(await page.locator('section:last-child .timeline .what').allTextContents()).toHaveLength(8);
    await fleet.picture(page, 'sessions');
    await page.getByRole('link', { name: 'Suggestions' }).click();
    await page.locator('.suggestions .pattern').first().waitFor({ timeout: 30_000 });
    expect(await page.locator('.suggestions .pattern').allTextContents()).toEqual(['Bash:terraform plan']);
    await page.locator('.suggestions input').first().click();
    await page.getByText('Add these lines to the policy and push it').waitFor();
    await fleet.picture(page, 'suggestions');
    await page.getByRole('link', { name: 'Policy' }).click();
    await expect
      .poll(() => rowsOf(page, 'table.rules'))
      .toEqual([
        ['1', 'deny', 'Bash:git push --force*', 'team permissions.toml:1', '1'],
        ['2', 'allow', 'Bash:git *', 'team permissions.toml:5', '3'],
        ['3', 'ask', 'Bash:terraform apply*', 'team permissions.toml:9', '0'],
      ]);
    expect(await page.getByText('first rules').count()).toBe(1);
    await page.getByLabel('Input').fill('git push --force');
    await page.getByRole('button', { name: 'Judge' }).click();
    await expect.poll(() => page.locator('.tried .action').first().textContent()).toBe('deny');
    expect(await page.locator('table.rules tr.decides .number').first().textContent()).toBe('1');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('table.matrix').waitFor({ timeout: 30_000 });
    await fleet.picture(page, 'policy');
    expect(fleet.problems).toEqual([]);
  });

  test('the inbox says whose agent asks and who has agreed; filters hide the rest', async () => {
    const fleet = await FleetScratch.start(cluster);
    const anna = await fleet.addToken('anna', 'approver');
    const ben = await fleet.addToken('ben', 'approver');
    const page = await fleet.open(browser, ben, '/inbox');
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    await fleet.picture(page, 'inbox');
    await page.getByLabel('Team').selectOption('web');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    expect(await page.locator('.card-head').textContent()).toContain('annas-laptop, anna, team web');
    expect(await page.locator('.why').textContent()).toContain(
      '2 people have to allow this; no one has yet. The owner of the agent may not allow it.',
    );
    await armed(page);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('so far ben').waitFor();
    // Anna's own agent asks.
    const other = await fleet.open(browser, anna, '/inbox');
    await other.getByLabel('Team').selectOption('web');
    await armed(other);
    await other.getByRole('button', { name: 'Allow once' }).click();
    await other.getByText('someone else has to allow a call of your own agent').waitFor();
    expect(fleet.problems.filter((problem) => !problem.includes('403'))).toEqual([]);
  });

  test('roles: an approver sees no logs, an agent nothing, and a revoked token ends the page within a second', async () => {
    const fleet = await FleetScratch.start(cluster);
    const { team } = fleet;
    const carol = await fleet.addToken('carol', 'approver');
    const agent = fleet.agents['annas-laptop'] as string;
    const table = [];
    const pages = [
      'cards',
      'names',
      'fleet',
      'today',
      'policy',
      'findings',
      'rule-text',
      'sessions',
      'timeline?id=x%20y',
      'suggestions',
    ];
    for (const path of pages) {
      const row = [];
      for (const token of [agent, carol, team.adminToken])
        row.push((await fleet.send(token, 'GET', `/api/page/${path}`)).status);
      table.push(`${path}: ${row.join(' ')}`);
    }
    for (const path of ['try', 'plan', 'suggestions/diff', 'answer']) {
      const row = [];
      for (const token of [agent, carol]) row.push((await fleet.send(token, 'POST', `/api/page/${path}`, {})).status);
      table.push(`POST ${path}: ${row.join(' ')}`);
    }
    expect(table).toEqual([
      // agent, approver, admin
      'cards: 403 200 200',
      'names: 403 200 200',
      'fleet: 403 200 200',
      'today: 403 200 200',
      'policy: 403 200 200',
      'findings: 403 200 200',
      'rule-text: 403 200 200',
      'sessions: 403 403 200',
      'timeline?id=x%20y: 403 403 200',
      'suggestions: 403 403 200',
      'POST try: 403 400',
      'POST plan: 403 403',
      'POST suggestions/diff: 403 403',
      'POST answer: 403 400',
    ]);
    const page = await fleet.open(browser, carol, '/inbox');
    await expect
      .poll(() => page.locator('nav .nav-title').allTextContents())
      .toEqual(['Inbox', 'Today', 'Policy', 'Fleet']);
    await page.locator('.card').first().waitFor();
    await team.admin('hub', 'token', 'revoke', 'carol');
    const revokedAt = performance.now();
    await fleet.ask('bens-laptop', 'make secret-question');
    await page.getByText('Your token isn’t valid any more.').waitFor();
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect(await page.getByText('secret-question').count()).toBe(0);
    const agentsPage = await fleet.open(browser, agent, '/inbox');
    await agentsPage.getByText('This is the token of an agent').waitFor();
    const empty = await fleet.open(browser, '', '/inbox');
    await empty.getByLabel('Token of an approver or admin').fill(team.adminToken);
    await empty.getByRole('button', { name: 'Open' }).click();
    await empty.locator('.card').first().waitFor();
    await fleet.picture(empty, 'opened');
  });
});

async function rowsOf(page: Page, table: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.locator(`${table} tbody tr`).all();
  const texts = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  return table === 'table.fleet'
    ? texts.map((row) => row.slice(0, 8))
    : texts.map((row) => row.map((text) => text.replace('not needed in 30 days', '')));
}

/** A hub with three agents in two teams, a policy, logs and questions. */
class FleetScratch {
  readonly team: Team;
  readonly problems: string[] = [];
  readonly agents: Record<string, string> = {};

  private constructor(team: Team) {
    this.team = team;
  }

  static async start(cluster: Cluster): Promise<FleetScratch> {
    const fleet = new FleetScratch(await Team.start(cluster, { TZ: 'UTC' }));
    await fleet.#seed();
    return fleet;
  }

  async #seed(): Promise<void> {
    await this.team.admin('hub', 'token', 'revoke', 'laptop');
    for (const [name, owner, team] of [
      ['annas-laptop', 'anna', 'web'],
      ['bens-laptop', 'ben', 'ops'],
      ['ci-runner', 'build', 'ops'],
      ['new-laptop', 'carol', 'web'],
    ] as const)
      this.agents[name] = await this.addToken(name, 'agent', '--owner', owner, '--team', team);
    this.team.write('permissions.toml', POLICY);
    const pushed = await this.team.admin(
      'hub',
      'policy',
      'push',
      'permissions.toml',
      '--note',
      'first rules',
      '--yes',
      ...this.team.signing,
    );
    expect(pushed.exit, pushed.stderr).toBe(0);
    const shop = '/home/anna/src/shop';
    await this.#log('annas-laptop', shop, [
      ...['npm run build', 'npm run build', 'npm run build', 'npm run build'].map(askedAndAllowed),
    ]);
    await this.#log(
      'annas-laptop',
      shop,
      [
        askedAndAllowed('make deploy'),
        askedAndAllowed('npm run build'),
        byRule('git push --force', 'deny', 'Bash:git push --force*'),
        byRule('git status', 'allow', 'Bash:git *'),
      ],
      'lines of the log are gone',
    );
    await this.#log('bens-laptop', '/home/ben/infra', [
      askedAndAllowed('terraform plan'),
      askedAndAllowed('terraform plan'),
      byRule('git log', 'allow', 'Bash:git *'),
    ]);
    await this.#log('ci-runner', '/builds/7/infra', [
      askedAndAllowed('terraform plan'),
      askedAndAllowed('terraform plan'),
      byRule('git fetch', 'allow', 'Bash:git *'),
    ]);
    for (const [name, policyVersion] of [
      ['annas-laptop', 1],
      ['bens-laptop', 1],
      ['ci-runner', 0],
    ] as const)
      await this.#sendAs(name, '/api/seen', { details: { caliban: '0.1.0', platform: 'linux x64' }, policyVersion });
    await this.ask('annas-laptop', 'terraform apply', { approvals: 2, selfApproval: false });
    await this.ask('bens-laptop', 'make deploy');
  }

  async addToken(name: string, role: string, ...more: readonly string[]): Promise<string> {
    const made = await this.team.admin('hub', 'token', 'add', name, '--role', role, ...more);
    expect(made.exit, made.stderr).toBe(0);
    return made.stdout.trim();
  }

  async send(token: string, method: 'GET' | 'POST', path: string, body?: unknown) {
    return hubClient({ url: this.team.url, token }).send({ method, path, body, timeoutMs: 60_000 });
  }

  async #sendAs(agent: string, path: string, body: unknown) {
    const reply = await this.send(this.agents[agent] as string, 'POST', path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply.body;
  }

  async #log(agent: string, workspace: string, lines: readonly object[], gap?: string): Promise<void> {
    const { body } = await this.send(this.agents[agent] as string, 'GET', '/api/log/last');
    const { head } = body as { readonly head: object };
    const texts = lines.map((line, index) =>
      JSON.stringify({
        ts: new Date(Date.now() - (lines.length - index) * 1000).toISOString(),
        ...{
          session_id: `session-of-${agent}`,
          tool_use_id: randomUUID(),
          host: 'claude-code',
          workspace,
          cwd: workspace,
        },
        ...{ tool_name: 'Bash', mode: 'default', took_us: 1, ...line },
      }),
    );
    await this.#sendAs(agent, '/api/log', { after: head, lines: texts, ...(gap === undefined ? {} : { gap }) });
  }

  async ask(agent: string, command: string, more: object = {}): Promise<void> {
    const workspace = '/home/anna/src/shop';
    const call = {
      tool: 'Bash',
      input: { command },
      cwd: workspace,
      workspace,
      session: 's',
      callId: randomUUID(),
      policy: '1',
    };
    const hash = boundHash(call);
    if (!hash.ok) throw new Error(hash.error);
    const context = { host: 'claude-code', why: 'no rule matches', ...more };
    await this.#sendAs(agent, '/api/asks', {
      id: randomUUID(),
      ask: { call, hash: hash.value, limitMs: 110_000, lapseMs: 60_000, context },
    });
  }

  async open(browser: Browser, token: string, route: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    await page.goto(token === '' ? this.team.url : `${this.team.url}/#key=${token}&to=${route}`);
    return page;
  }

  async picture(page: Page, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [size, width] of [
        ['desk', 1200],
        ['phone', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${size}.png`, fullPage: true });
      }
    }
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

function askedAndAllowed(command: string): object {
  const over = { action: 'ask', because: { kind: 'no-rule' } };
  const because = { kind: 'operator', answer: 'allow once', by: 'operator', over };
  return { input: { command }, action: 'ask', outcome: 'allow', because };
}

function byRule(command: string, action: 'allow' | 'deny', pattern: string): object {
  const rule = { pattern, action, layer: 'managed', file: '/x/permissions.toml', line: 1 };
  return { input: { command }, action, outcome: action, rule, because: { kind: 'rule' } };
}
