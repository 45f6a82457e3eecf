// The inbox in a real browser. Where there is no Chromium, all of it is skipped.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_PROGRAM } from '../../../../test/helpers/browser.ts';
import { whyNotRehearsed } from '../../../agent/test/rehearsal/scratch.ts';
import { bash, script } from '../headless/helpers/scripts.ts';
import { armed, PageScratch, withBrowser } from './page-scratch.ts';

const whyNot = await whyNotRehearsed();

describe.skipIf(BROWSER_PROGRAM === null)('the inbox page', () => {
  withBrowser();
  let scratch: PageScratch;
  beforeEach(async () => {
    scratch = await new PageScratch().begin();
  });
  afterEach(async () => {
    await scratch.end();
  });

  test('a question comes up, and its answer takes effect once', async () => {
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    const asked = await scratch.ask('Bash', { command: 'npm run build && rm -rf build' }, { host: 'claude-code' });
    await page.locator('.card').waitFor();
    expect(await page.locator('.card .call').textContent()).toBe('npm run build && rm -rf build');
    expect(await page.locator('mark.asks').allTextContents()).toEqual(['npm run build', 'rm -rf build']);
    expect(await page.locator('.risk').textContent()).toBe('danger');
    expect(await page.locator('.from').textContent()).toBe('claude-code · ws');
    expect(await page.title()).toBe('(1) caliban');
    await armed(page);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await page.getByText('through the page').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'allowed', answer: { by: { through: 'page' } } });
    expect((await scratch.answer(asked, 'deny', 'ben')).status).toBe(409);
    expect(scratch.problems).toEqual([]);
  });

  test.skipIf(whyNot !== null)('a rehearsed command is shown with its changes, and a yes makes them', async () => {
    scratch.write('home/.config/caliban/settings.toml', '[sandbox]\nrehearse = true\n');
    scratch.write('ws/src/config.ts', '-- limit\nlimit = 10\n');
    scratch.write('ws/src/old.ts', 'old\n');
    const command = `printf '++ limit\\nlimit = 25\\n' > src/config.ts; rm src/old.ts; mkdir $'a\\nb'; date +%N > made; echo done`;
    scratch.write('script.json', script(bash(command)));
    const model = `scripted:${join(scratch.root, 'script.json')}`;
    const agent = scratch.startCaliban('-p', 'go', '--model', model, '--ask-via', 'inbox');
    const page = await scratch.open();
    const rehearsed = page.locator('.rehearsed');
    await rehearsed.waitFor();
    expect(await rehearsed.locator('p').first().textContent()).toBe(
      'Rehearsed without network: 4 changes. A yes makes them, without running it again.',
    );
    expect(await rehearsed.locator('.path').allTextContents()).toEqual([
      'created directory a\\nb',
      'created made',
      'changed src/config.ts',
      'deleted src/old.ts',
    ]);
    const lines = await rehearsed.locator('.diff').nth(1).locator('.line').allTextContents();
    expect(lines.map((line) => line.trimEnd())).toEqual([
      '@@ -1,2 +1,2 @@',
      '--- limit',
      '-limit = 10',
      '+++ limit',
      '+limit = 25',
    ]);
    expect(await rehearsed.locator('pre').last().textContent()).toBe('done');
    const time = (await rehearsed.locator('.diff').first().locator('.line').allTextContents()).at(-1);
    await armed(page);
    await page.getByRole('button', { name: 'Allow once' }).click();
    expect(await agent.ended).toMatchObject({ exit: 0 });
    expect(`+${readFileSync(join(scratch.root, 'ws/made'), 'utf8')}`).toBe(time);
    expect(existsSync(join(scratch.root, 'ws/src/old.ts'))).toBe(false);
    expect(scratch.problems).toEqual([]);
  });

  test('no answer works in the first half second, by pointer or by key', async () => {
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    // The browser's own clock stands still but for what is let pass.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    await page.clock.runFor(100);
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return page.locator('.card').count();
      })
      .toBe(1);
    await page.getByRole('button', { name: 'Allow once' }).click({ force: true });
    await page.keyboard.press('o');
    await page.clock.runFor(200);
    await page.keyboard.press('o');
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'pending' });
    await page.clock.runFor(600);
    await page.keyboard.press('o');
    await expect.poll(async () => (await scratch.viewOf(asked)).state).toBe('allowed');
  });

  test('later questions come below, and answered ones keep their place', async () => {
    const page = await scratch.open();
    const first = await scratch.ask('Bash', { command: 'make one' });
    await page.getByText('make one').waitFor();
    await armed(page);
    const place = () => page.getByRole('button', { name: 'Allow once' }).first().boundingBox();
    const before = await place();
    await scratch.ask('Bash', { command: 'make two' });
    await page.getByText('make two').waitFor();
    expect(await place()).toEqual(before);
    const second = await page.locator('.card').nth(1).boundingBox();
    await scratch.answer(first, 'deny', 'ben');
    await page.getByText('Rejected by ben through terminal').waitFor();
    expect(await page.locator('.card').nth(1).boundingBox()).toEqual(second);
  });

  test('the same call of several agents is one card, and each gets its answer', async () => {
    const asks = [
      await scratch.ask('Bash', { command: 'npm run build' }, { session: 'a' }),
      await scratch.ask('Bash', { command: 'npm run build' }, { session: 'b' }),
    ];
    const page = await scratch.open();
    await page.getByText('2 ask the same').waitFor();
    await armed(page);
    await page.keyboard.press('o');
    await page.getByText('through the page').waitFor();
    expect(await Promise.all(asks.map(async (asked) => (await scratch.viewOf(asked)).state))).toEqual([
      'allowed',
      'allowed',
    ]);
  });

  test('a rejection carries a message to the model', async () => {
    const asked = await scratch.ask('Bash', { command: 'git push --force' });
    const page = await scratch.open();
    await armed(page);
    await page.keyboard.press('m');
    await page.keyboard.type('use git revert, history is shared');
    await page.keyboard.press('Enter');
    await page.getByText('“use git revert, history is shared”').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({
      state: 'denied',
      answer: { message: 'use git revert, history is shared' },
    });
  });

  test('words typed at a question do not answer it', async () => {
    const asked = await scratch.ask('Bash', { command: 'git push --force' });
    const page = await scratch.open();
    await armed(page);
    await page.keyboard.type('xor or error', { delay: 30 });
    await page.waitForTimeout(300);
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'pending' });
  });

  test('two tabs: one answer, and the other says who was first', async () => {
    const context = await scratch.context();
    const [one, other] = [await scratch.open('/inbox', context), await scratch.open('/inbox', context)];
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    for (const page of [one, other]) await page.locator('.card').waitFor();
    await one.bringToFront();
    await armed(one);
    // The other tab is cut off from the news, so that it still offers its answers.
    await other.route('**/api/page/cards', (route) => route.abort());
    await one.keyboard.press('r');
    await one.getByText('Rejected by').waitFor();
    await other.bringToFront();
    await armed(other);
    await other.keyboard.press('o');
    await other.getByText('Your answer came second and had no effect').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'denied' });
  });

  test('eight tabs: all of them hear of a question, and one takes over from the one that is closed', async () => {
    const context = await scratch.context();
    const pages = [];
    for (let tab = 0; tab < 8; tab++) pages.push(await scratch.open('/inbox', context));
    await scratch.ask('Bash', { command: 'npm run build' });
    for (const page of pages) await page.locator('.card').waitFor();
    for (const page of pages) await page.getByText('connected', { exact: true }).waitFor();
    await pages[0]?.close();
    await scratch.ask('Bash', { command: 'make all' });
    for (const page of pages.slice(1)) await page.locator('.card').nth(1).waitFor();
    expect(scratch.problems).toEqual([]);
  });

  test('a tab without the key gets it from one that has it, and a link to a question shows it', async () => {
    const context = await scratch.context();
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    const alone = await context.newPage();
    await alone.goto(`${scratch.origin}/#/inbox/${asked.id}`);
    await alone.getByText('This page needs its key').waitFor();
    await scratch.open('/today', context);
    await alone.locator(`.card.selected[data-ask="${asked.id}"]`).waitFor();
  });

  test('expiry while someone looks', async () => {
    const page = await scratch.open();
    await page.getByText('No open questions').waitFor();
    const asked = await scratch.ask('Bash', { command: 'npm run build' }, { limitMs: 4_000 });
    await page.locator('.time-left.soon').waitFor();
    await page.getByText('Expired: no one answered in time.').waitFor();
    expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(0);
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'expired' });
  });

  test('hostile text is text: markup, direction marks, control characters, a million characters', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    await scratch.ask('Bash', { command: `echo '${markup}' \u202e;x- fr mr\u200b\u0007` }, { host: '<b>x</b>' });
    await scratch.ask('Write', { path: 'big.txt', content: `${'x'.repeat(1_000_000)}\n<script>1</script>` });
    const page = await scratch.open();
    await page.locator('.card').nth(1).waitFor();
    expect(await page.title()).toBe('(2) caliban');
    expect(await page.locator('.card img, .card script, .card b b').count()).toBe(0);
    expect(await page.locator('.card').first().locator('.call').textContent()).toBe(
      `echo '${markup}' \\u{202e};x- fr mr\\u{200b}\\u{7}`,
    );
    expect(await page.locator('.hidden-character').allTextContents()).toEqual(['\\u{202e}', '\\u{200b}\\u{7}']);
    expect(await page.locator('.from').first().textContent()).toBe('<b>x</b> · ws');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await armed(page, 1);
    expect(scratch.problems).toEqual([]);
  });

  test('an edit is shown as a diff', async () => {
    scratch.write('ws/lamp.ts', 'one\ntwo\nthree\n');
    await scratch.ask('Edit', { path: 'lamp.ts', old_string: 'two', new_string: 'four' });
    const page = await scratch.open();
    await page.locator('.diff').waitFor();
    expect(await page.locator('.diff .removed, .diff .added').allTextContents()).toEqual(['-two\n', '+four\n']);
    expect(await page.locator('.path').textContent()).toBe('lamp.ts');
  });

  test('a server that is started again: the page says so, and continues with the new key', async () => {
    const { port } = scratch.description;
    await scratch.caliban('serve', '--stop');
    await scratch.server.ended;
    scratch.write('home/.config/caliban/settings.toml', `[serve]\nport = ${port}\n`);
    await scratch.restart();
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    const page = await scratch.open();
    await armed(page);
    await scratch.restart();
    await page.getByText('The server was started again').waitFor();
    await page.keyboard.press('o');
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'pending' });
    // As `caliban ui` does it: the same address, another key.
    await page.evaluate(`location.hash = 'key=${scratch.description.token}&to=/inbox'`);
    await armed(page);
    // A key so soon after another one would count as typing.
    await page.waitForTimeout(600);
    await page.keyboard.press('o');
    await expect.poll(async () => (await scratch.viewOf(asked)).state).toBe('allowed');
    expect(page.url()).toBe(`${scratch.origin}/#/inbox`);
  });

  test('by keys alone: to a question, its rule, the views and back', async () => {
    const asked = await Promise.all([1, 2, 3].map((nth) => scratch.ask('Bash', { command: `make ${nth}` })));
    const page = await scratch.open();
    await page.locator('.card').nth(2).waitFor();
    await armed(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await page.locator('.card.selected .call').textContent()).toBe(
      await page.locator('.call').nth(1).textContent(),
    );
    await page.waitForTimeout(600);
    await page.keyboard.press('y');
    await page.getByText('Matches this call: yes').waitFor();
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await page.getByText('Saved allow Bash:make').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.keyboard.press('1');
    await page.getByText('2 questions open').waitFor();
    const states = await Promise.all(asked.map(async (each) => (await scratch.viewOf(each)).state));
    expect(states.filter((state) => state === 'allowed')).toHaveLength(1);
  });
});
