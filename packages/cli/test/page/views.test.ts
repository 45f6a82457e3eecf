// The views beside the inbox, over a log and rules that are known.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_PROGRAM } from '../../../../test/helpers/browser.ts';
import { BUNDLE } from '../serve/server-process.ts';
import { PageScratch, withBrowser } from './page-scratch.ts';

const LOG = 'home/.local/state/caliban/permission-decisions.jsonl';

type Line = {
  readonly command: string;
  readonly action: 'allow' | 'ask' | 'deny';
  readonly outcome: 'allow' | 'deny' | 'handed-over' | 'left-to-host';
  readonly session?: string;
  readonly because?: object;
  readonly rule?: object;
};

const ANSWERED = {
  kind: 'operator',
  answer: 'allow once',
  by: 'operator',
  over: { action: 'ask', because: { kind: 'no-rule' } },
};

describe.skipIf(BROWSER_PROGRAM === null)('the views', () => {
  withBrowser();
  let scratch: PageScratch;
  beforeEach(() => {
    scratch = new PageScratch();
  });
  afterEach(async () => {
    await scratch.end();
  });

  /** Oldest first, one a second up to now. */
  function log(lines: readonly Line[]): void {
    const workspace = `${scratch.root}/ws`;
    const from = Date.now() - lines.length * 1000;
    const texts = lines.map(({ command, action, outcome, session = 's1', because = { kind: 'rule' }, rule }, index) =>
      JSON.stringify({
        ts: new Date(from + index * 1000).toISOString(),
        ...{ session_id: session, tool_use_id: `call-${index}`, host: 'codex', workspace, cwd: workspace },
        ...{ tool_name: 'Bash', input: { command }, action, outcome, mode: 'default', rule, because, took_us: 1 },
      }),
    );
    scratch.write(LOG, `${texts.join('\n')}\n`);
  }

  const asked = (command: string, session = 's1'): Line => ({
    command,
    action: 'ask',
    outcome: 'allow',
    because: ANSWERED,
    session,
  });

  test('today: questions, denials, what passed, and what a rule would have spared', async () => {
    log([
      ...Array.from({ length: 4 }, () => asked('npm run build')),
      asked('make deploy', 's2'),
      { command: 'git push --force', action: 'deny', outcome: 'deny', session: 's2' },
      { command: 'ls', action: 'allow', outcome: 'allow' },
      { command: 'cargo test', action: 'ask', outcome: 'left-to-host', because: { kind: 'no-rule' } },
    ]);
    await scratch.begin();
    const page = await scratch.open('/today');
    await page.getByText('8 decisions in 30 days').waitFor();
    // A day may end while this runs; then the numbers are split, but not lost.
    if (new Date().getHours() === 0) return;
    expect(await page.locator('.figures dd').allTextContents()).toEqual(['5', '1', '1', '1']);
    expect(await page.locator('.lead').textContent()).toContain(
      '5 interruptions in 2 sessions; rules for what is always allowed would have spared 4.',
    );
    expect(await page.locator('table tbody tr').first().locator('td').allTextContents()).toEqual([
      's1',
      'codex',
      'ws',
      '4',
      '4',
      '–',
    ]);
    expect(await page.locator('.rows li').first().textContent()).toContain('a rule would spare this');
    expect(scratch.problems).toEqual([]);
  });

  test('lines logged while the page is open appear, once', async () => {
    log([{ command: 'ls', action: 'allow', outcome: 'allow' }]);
    await scratch.begin();
    const page = await scratch.open('/today');
    await page.getByText('1 decision in 30 days').waitFor();
    const payload = {
      session_id: 's9',
      cwd: `${scratch.root}/ws`,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls -l' },
      tool_use_id: 'x',
    };
    const hook = scratch.start(process.execPath, [`${BUNDLE}caliban.cjs`, 'hook', 'claude-code'], {
      input: JSON.stringify(payload),
    });
    await hook.ended;
    await page.getByText('2 decisions in 30 days').waitFor();
  });

  test('sessions: a timeline with rule, answer and outcome, risky calls first', async () => {
    log([
      {
        command: 'ls',
        action: 'allow',
        outcome: 'allow',
        rule: { pattern: 'Bash:ls', action: 'allow', layer: 'user', file: '/x.toml', line: 3 },
      },
      asked('rm -rf build'),
      { command: 'git push --force', action: 'deny', outcome: 'deny' },
      { command: 'ls', action: 'allow', outcome: 'allow', session: 'another' },
    ]);
    await scratch.begin();
    const page = await scratch.open('/sessions/s1');
    await page.locator('.timeline').nth(1).waitFor();
    expect(await page.locator('.pinned .what code').allTextContents()).toEqual(['rm -rf build', 'git push --force']);
    expect(await page.locator('.pinned .tag.danger').allTextContents()).toEqual([
      'deletes directories recursively',
      'rewrites or drops git history',
    ]);
    expect(await page.locator('.detail .timeline').nth(1).locator('.what code').allTextContents()).toEqual([
      'ls',
      'rm -rf build',
      'git push --force',
    ]);
    await expect.poll(() => page.locator('.session-list li').count()).toBe(2);
    expect(scratch.problems).toEqual([]);
  });

  test('suggestions: evidence, the lines to write, and a yes', async () => {
    const sessions = ['s1', 's2', 's3', 's4', 's5'];
    log(Array.from({ length: 40 }, (_, index) => asked('npm run build', sessions[index % 5])));
    await scratch.begin();
    const page = await scratch.open('/suggestions');
    await page.getByText('Bash:npm run build').waitFor({ timeout: 60_000 });
    expect(await page.locator('.evidence').first().textContent()).toBe('40 calls in 5 sessions, last today');
    await page.getByRole('checkbox').first().check();
    await page.locator('.foot-panel .added').first().waitFor();
    await page.getByRole('button', { name: 'Write 1 rule' }).click();
    await page.getByText(/Wrote \d rules? to/).waitFor();
    expect(readFileSync(join(scratch.root, 'ws/.caliban/permissions.toml'), 'utf8')).toContain(
      'pattern = "Bash:npm run build"',
    );
    expect(scratch.problems).toEqual([]);
  });

  test('policy: hits, shadowed and unused rules, the walk of a call, the plan of a draft', async () => {
    scratch.rules('deny Bash:git push --force *', 'allow Bash:ls *', 'allow Bash:ls -la', 'allow Bash:npm test');
    const rule = {
      pattern: 'Bash:npm test',
      action: 'allow',
      layer: 'user',
      file: `${scratch.root}/home/.config/caliban/permissions.toml`,
    };
    log([
      ...Array.from({ length: 7 }, (): Line => ({ command: 'npm test', action: 'allow', outcome: 'allow', rule })),
      asked('make all'),
    ]);
    await scratch.begin();
    const page = await scratch.open('/policy');
    const rows = page.locator('table.rules tbody tr');
    await rows.nth(3).locator('td').last().getByText('7').waitFor();
    await rows.nth(2).getByText('can never decide').waitFor();
    await rows.nth(1).getByText('not needed in 30 days').waitFor();
    await page.getByLabel('Input').fill('npm test && git push --force origin main');
    await page.getByRole('button', { name: 'Judge' }).click();
    await page.locator('.tried').waitFor();
    expect(await page.locator('tr.decides td:first-child').allTextContents()).toEqual(['1', '4']);
    await page.getByLabel('Draft').fill('[[permissions.rules]]\npattern = "Bash:make *"\naction = "allow"\n');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('.matrix .looser').first().waitFor({ timeout: 60_000 });
    expect(await page.locator('.matrix-block').textContent()).toContain('8 calls replayed; 1 rule changed.');
    expect(scratch.problems).toEqual([]);
    await page.getByLabel('Draft').fill('[[permissions.rules]]\npattern = "Bash:"\n');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('.block .problem').waitFor({ timeout: 60_000 });
  });

  test('a log of 100,000 decisions: questions come up before it is read, and it is counted to the end', {
    timeout: 180_000,
  }, async () => {
    log(
      Array.from({ length: 100_000 }, (_, index) =>
        index % 100 === 0 ? asked('npm run build') : { command: 'ls', action: 'allow', outcome: 'allow' },
      ),
    );
    await scratch.begin();
    await scratch.ask('Bash', { command: 'npm run build' });
    const page = await scratch.open();
    await page.locator('.card').waitFor();
    await page.getByText('Similar calls: 1,000 allowed, 0 rejected').waitFor({ timeout: 60_000 });
    await page.keyboard.press('2');
    await page.getByText('100,000 decisions in 30 days').waitFor();
    await page.keyboard.press('4');
    await page.locator('.session-list a').click();
    await page.getByText('99,000 earlier calls not shown').waitFor({ timeout: 60_000 });
    expect(scratch.problems).toEqual([]);
  });
});
