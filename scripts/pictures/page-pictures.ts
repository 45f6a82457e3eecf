import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundHash, type InboxClient, inboxClient, readDescription, serverFiles } from '@caliban/inbox';
import type { Browser, Page } from 'playwright-core';
import { BROWSER_PROGRAM, openBrowser } from '../../test/helpers/browser.ts';
import { PROJECT_RULES, USER_RULES } from './lighthouse.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/bundle/caliban.cjs', import.meta.url));

/** What the pictures show, in words: a picture is out of date when its words are. */
export const PAGE_WORDS = 'page-words.json';

/** Pictures of the real page by the name of their file, each light and dark, and their words; none where there is no Chromium. */
export async function takePagePictures(): Promise<ReadonlyMap<string, Buffer | string>> {
  if (BROWSER_PROGRAM === null) return new Map();
  const home = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const files = serverFiles(join(home, '.local/state/caliban'));
  const workspace = join(home, 'src/lighthouse');
  writeWorld(home, workspace);
  const server = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: home, CALIBAN_MANAGED_DIR: join(home, 'managed'), TZ: AFTERNOON },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let browser: Browser | null = null;
  try {
    await new Promise((resolve) => server.stdout.once('data', resolve));
    const description = readDescription(files);
    if (description === null) throw new Error('the server did not start');
    await askAll(inboxClient(files), workspace);
    browser = await openBrowser();
    const pictures = new Map<string, Buffer | string>();
    const words: Record<string, readonly string[]> = {};
    const key = `http://127.0.0.1:${description.port}/#key=${description.token}`;
    for (const [name, { route, size, ready }] of Object.entries(PICTURES)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({
          viewport: size,
          colorScheme,
          deviceScaleFactor: 1,
          timezoneId: AFTERNOON,
        });
        await page.goto(`${key}&to=${route}`);
        await ready(page);
        pictures.set(
          `page-${name}${colorScheme === 'dark' ? '-dark' : ''}.png`,
          await page.screenshot({ animations: 'disabled' }),
        );
        words[name] = wordsOf((await page.innerText('body')).replaceAll(home, '/home/miranda'));
        await page.close();
      }
    }
    pictures.set(PAGE_WORDS, `${JSON.stringify(words, null, 2)}\n`);
    return pictures;
  } finally {
    await browser?.close();
    server.kill('SIGINT');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(home, { recursive: true, force: true });
  }
}

/** Where it is about five in the afternoon, so that the day of the log is today. In these names, east is a minus. */
const AFTERNOON = zoneWhereItIs(17, new Date().getUTCHours());

function zoneWhereItIs(wanted: number, utc: number): string {
  const ahead = ((wanted - utc + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Without numbers, which change with the time. */
function wordsOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replaceAll(/\d+/g, '0').trim());
  return lines.filter((line) => /\p{L}/u.test(line));
}

type Picture = {
  readonly route: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly ready: (page: Page) => Promise<void>;
};

const DESK = { width: 1180, height: 780 };
const PHONE = { width: 390, height: 800 };

const PICTURES: Readonly<Record<string, Picture>> = {
  inbox: { route: '/inbox', size: DESK, ready: answersCount },
  always: {
    route: '/inbox',
    size: { ...DESK, height: 1000 },
    async ready(page) {
      await answersCount(page);
      await page.keyboard.press('y');
      await page.getByText('Matches this call: yes').first().waitFor();
      await page.locator('button[type=submit][aria-disabled=false]').waitFor();
    },
  },
  phone: { route: '/inbox', size: PHONE, ready: answersCount },
  today: {
    route: '/today',
    size: DESK,

    ready: (page) => page.getByText('in 30 days').first().waitFor(),
  },
  policy: {
    route: '/policy',
    size: DESK,

    async ready(page) {
      await page.locator('table.rules').waitFor();
      await page.getByText('looking for shadowed ones…').waitFor({ state: 'hidden' });
      await page.getByLabel('Input').fill('npm test && git push --force origin main');
      await page.getByRole('button', { name: 'Judge' }).click();
      await page.locator('tr.decides').first().waitFor();
    },
  },
};

async function answersCount(page: Page): Promise<void> {
  await page.locator('.card .button.allow[aria-disabled=false]').first().waitFor();
  await page.getByText('Similar calls:').first().waitFor();
  await page.locator('.similar', { hasText: 'rejected' }).first().waitFor();
}

async function askAll(client: InboxClient, workspace: string): Promise<void> {
  const asks = [
    [
      'claude-code',
      'Bash',
      { command: 'npm test && npm publish --tag next' },
      'part 2 of 2 matches rule `Bash:npm publish *`',
    ],
    ['codex', 'Bash', { command: 'npm run build' }, 'no rule matches'],
    [
      'gemini-cli',
      'Edit',
      { path: 'src/lamp.ts', old_string: 'hours > 6', new_string: 'hours > 5' },
      'no rule matches',
    ],
    ['codex', 'Bash', { command: 'rm -rf build' }, 'no rule matches'],
  ] as const;
  for (const [host, tool, input, why] of asks) {
    const call = { tool, input, cwd: workspace, workspace, session: 's', callId: randomUUID(), policy: 'p' };
    const hash = boundHash(call);
    if (!hash.ok) throw new Error(hash.error);
    const ask = { call, hash: hash.value, limitMs: 300_000, lapseMs: 60_000, context: { host, why } };
    await client.send({ method: 'POST', path: '/api/asks', body: { id: randomUUID(), ask } });
  }
}

function writeWorld(home: string, workspace: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  mkdirSync(join(workspace, '.git'), { recursive: true });
  write(join(home, '.config/caliban/permissions.toml'), USER_RULES);
  write(join(workspace, '.caliban/permissions.toml'), PROJECT_RULES);
  write(
    join(workspace, 'src/lamp.ts'),
    "export function light(hours: number) {\n  return hours > 6 ? 'on' : 'off';\n}\n",
  );
  write(join(home, '.local/state/caliban/permission-decisions.jsonl'), logLines(home, workspace));
}

/** A day of work, up to now. */
function logLines(home: string, workspace: string): string {
  const file = join(home, '.config/caliban/permissions.toml');
  const byRule = (pattern: string, action: string, layer: string) => ({
    because: { kind: 'rule' },
    rule: { pattern, action, layer, ...(layer === 'user' ? { file } : {}) },
  });
  const answered = (answer: string) => ({
    because: { kind: 'operator', answer, by: 'operator', over: { action: 'ask', because: { kind: 'no-rule' } } },
  });
  const kinds = [
    [24, 'Bash', { command: 'npm test' }, 'allow', 'allow', byRule('Bash:npm test', 'allow', 'user')],
    [22, 'Bash', { command: 'git status' }, 'allow', 'allow', byRule('Bash:git status', 'allow', 'user')],
    [30, 'Read', { path: 'src/lamp.ts' }, 'allow', 'allow', byRule('Read', 'allow', 'builtin')],
    [6, 'Bash', { command: 'npm run build' }, 'ask', 'allow', answered('allow once')],
    [3, 'Bash', { command: 'npm run lint' }, 'ask', 'allow', answered('allow once')],
    [1, 'Bash', { command: 'rm -rf build' }, 'ask', 'deny', answered('reject once')],
    [1, 'Bash', { command: 'git push --force' }, 'deny', 'deny', byRule('Bash:git push --force *', 'deny', 'project')],
  ] as const;
  const bag = kinds.flatMap((kind) => Array.from({ length: kind[0] }, () => kind));
  const [count, span] = [420, 9 * 3_600_000];
  const from = Date.now() - span;
  const lines = Array.from({ length: count }, (_, index) => {
    const [, tool_name, input, action, outcome, more] = bag[(index * 37) % bag.length] as (typeof kinds)[number];
    const session = Math.floor(index / 60);
    const project = session % 3 === 1 ? join(home, 'src/harbour') : workspace;
    return JSON.stringify({
      ts: new Date(from + (span * index) / count).toISOString(),
      ...{ session_id: `5e55000${session}`, tool_use_id: `call-${index}`, host: ['claude-code', 'codex'][session % 2] },
      ...{ workspace: project, cwd: project, tool_name, input, action, outcome, mode: 'default', ...more, took_us: 1 },
    });
  });
  return `${lines.join('\n')}\n`;
}
