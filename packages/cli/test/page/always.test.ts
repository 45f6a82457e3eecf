// The rules behind “always” in a real browser. Where there is no Chromium, all of it is skipped.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_PROGRAM } from '../../../../test/helpers/browser.ts';
import { armed, PageScratch, withBrowser } from './page-scratch.ts';

const SAVED = 'Matches this call: yes';

describe.skipIf(BROWSER_PROGRAM === null)('always', () => {
  withBrowser();
  let scratch: PageScratch;
  beforeEach(async () => {
    scratch = await new PageScratch().begin();
  });
  afterEach(async () => {
    await scratch.end();
  });

  test('a pattern with its preview, a scope, a comment: the rule is in its file and the call runs', async () => {
    const asked = await scratch.ask('Bash', { command: 'npm run build -- --fast' });
    const page = await scratch.open();
    await armed(page);
    await page.getByRole('button', { name: 'Always…' }).click();
    const pattern = page.getByRole('textbox', { name: 'Pattern' });
    expect(await pattern.inputValue()).toBe('Bash:npm run build -- --fast');
    await page.getByText(SAVED).waitFor();
    await pattern.fill('Bash:npm run lint');
    await page.getByText('Matches this call: no').waitFor();
    expect(await page.getByRole('button', { name: 'Allow and save' }).getAttribute('aria-disabled')).toBe('true');
    await pattern.fill('Bash:npm run build *');
    await page.getByText(SAVED).waitFor();
    await page.getByLabel('Keep it').selectOption('project');
    await page.getByText('.caliban/permissions.toml').last().waitFor();
    await page.getByLabel('Comment, for people').fill('builds are fine');
    await save(page, 'Allow and save the rule');
    await page.getByText('Saved allow Bash:npm run build *').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'allowed' });
    expect(written(scratch, 'permissions.toml')).toBe(
      '[[permissions.rules]]\npattern = "Bash:npm run build *"\naction = "allow"\ncomment = "builds are fine"\n',
    );
  });

  test('a line of several commands: a rule for each part that lacks one, and one that is left out asks again', async () => {
    scratch.rules('allow Bash:npm test');
    const asked = await scratch.ask('Bash', { command: 'npm test && npm run build && make all' });
    const page = await scratch.open();
    await armed(page);
    await page.keyboard.press('y');
    await page.getByText('2 parts of this command ask').waitFor();
    expect(await ticks(page)).toEqual([
      ['Rule for npm run build', true],
      ['Rule for make all', true],
      ['This exact line', false],
    ]);
    await page.getByRole('group', { name: 'Rule for npm run build' }).getByRole('checkbox').uncheck();
    await page.getByText('1 other part of it will be asked about again next time').waitFor();
    await page.getByRole('group', { name: 'Rule for npm run build' }).getByRole('checkbox').check();
    await page.getByRole('group', { name: 'Rule for make all' }).getByRole('textbox').fill('Bash:make *');
    await page.getByText(SAVED).nth(1).waitFor();
    await save(page, 'Allow and save 2 rules');
    await page.getByText('Saved allow Bash:npm run build, allow Bash:make * to').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({ state: 'allowed' });
    expect(written(scratch, 'permissions.local.toml').match(/pattern = .*/g)).toEqual([
      'pattern = "Bash:npm run build"',
      'pattern = "Bash:make *"',
    ]);
  });

  test('exactly this line takes the place of its parts', async () => {
    await scratch.ask('Bash', { command: 'npm run build && make all' });
    const page = await scratch.open();
    await armed(page);
    await page.keyboard.press('y');
    await page.getByRole('group', { name: 'This exact line' }).getByRole('checkbox').check();
    expect((await ticks(page)).map(([, isTicked]) => isTicked)).toEqual([false, false, true]);
    await page.getByText(SAVED).waitFor();
    await save(page, 'Allow and save the rule');
    await page.getByText('Saved allow').waitFor();
    expect(written(scratch, 'permissions.local.toml')).toContain('npm run build && make all');
  });

  test('never: one part is enough, the reason reaches the model, and a test is written beside the rule', async () => {
    const asked = await scratch.ask('Bash', { command: 'npm run build && rm -rf build' });
    const page = await scratch.open();
    await armed(page);
    await page.keyboard.press('n');
    await page.getByText('2 parts of this command').waitFor();
    expect((await ticks(page)).map(([, isTicked]) => isTicked)).toEqual([true, false, false]);
    await page.getByLabel('Reason, for the model').fill('ask for a review first');
    await page.getByLabel('Also write a test').check();
    await page.getByText(SAVED).waitFor();
    await save(page, 'Reject and save the rule');
    await page.getByText('Saved deny').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({
      state: 'denied',
      answer: { message: 'ask for a review first' },
    });
    expect(written(scratch, 'permissions.local.toml')).toContain('reason = "ask for a review first"');
    expect(await scratch.caliban('perms', 'check', '--workspace', join(scratch.root, 'ws'))).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('1 test'),
    });
  });

  test('for a session: offered where the agent keeps rules, sent with the answer, written to no file', async () => {
    const other = await scratch.ask('Bash', { command: 'make other' }, { host: 'codex' });
    const asked = await scratch.ask('Bash', { command: 'make all' }, { host: 'caliban', keepsRules: true });
    const page = await scratch.open();
    await armed(page, 1);
    const [first, second] = [page.locator('.card').first(), page.locator('.card').nth(1)];
    await first.getByRole('button', { name: 'Always…' }).click();
    const refused = first.getByRole('option', { name: 'Until its session ends (not with codex)' });
    expect(await refused.isDisabled()).toBe(true);
    await first.getByRole('button', { name: 'Back' }).click();
    await armed(page, 1);
    await second.getByRole('button', { name: 'Always…' }).click();
    await second.getByLabel('Keep it').selectOption('session');
    await page.getByText('The agent keeps it until its session ends').waitFor();
    await save(page, 'Allow and save the rule');
    await page.getByText('Kept until the session ends: allow Bash:make all').waitFor();
    expect(await scratch.viewOf(asked)).toMatchObject({
      state: 'allowed',
      answer: { always: { scope: 'session', rules: [{ pattern: 'Bash:make all' }] } },
    });
    expect([await scratch.viewOf(other), existsSync(join(scratch.root, 'ws/.caliban'))]).toMatchObject([
      { state: 'pending' },
      false,
    ]);
    expect(scratch.problems).toEqual([]);
  });

  test('the form closes after the answer, and what comes under the pointer then is not clicked', async () => {
    await scratch.ask('Bash', { command: 'npm run build && make all' });
    const others = [];
    for (let nth = 0; nth < 4; nth++) others.push(await scratch.ask('Bash', { command: `make ${nth}` }));
    const page = await scratch.open();
    await armed(page, 4);
    await page.locator('.card').first().getByRole('button', { name: 'Always…' }).click();
    await page.getByText(SAVED).first().waitFor();
    await page.waitForTimeout(800);
    // As a second click of a double click would, in the very moment in which the other cards move.
    await page.evaluate(`new MutationObserver(() => {
      if (document.querySelector('.outcome') === null) return;
      for (const button of document.querySelectorAll('.card .button.allow')) button.click();
    }).observe(document.querySelector('.cards'), { childList: true, subtree: true })`);
    await page.getByRole('button', { name: 'Allow and save 2 rules' }).click();
    await page.getByText('Saved allow').waitFor();
    expect(await page.getByText('Saved allow').evaluate(isInSight)).toBe(true);
    for (const other of others) expect(await scratch.viewOf(other)).toMatchObject({ state: 'pending' });
  });

  test('from a page that comes second writes no rule', async () => {
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    await scratch.answer(asked, 'deny', 'ben');
    const reply = await answerAlways(asked, { rules: [{ part: 1, pattern: 'Bash:npm run build' }], scope: 'project' });
    expect(reply).toMatchObject({ status: 409, body: { always: null, outcomes: [{ kind: 'lost' }] } });
    expect(existsSync(join(scratch.root, 'ws/.caliban/permissions.toml'))).toBe(false);
  });

  test.each([
    ['a pattern that does not parse', { rules: [{ part: 1, pattern: 'Bash:' }], scope: 'project' }],
    ['a pattern of another call', { rules: [{ part: 1, pattern: 'Bash:npm test' }], scope: 'project' }],
    [
      'one of two patterns that is for another call',
      { rules: [{ pattern: 'Bash:npm run *' }, { pattern: 'Bash:npm test' }], scope: 'project' },
    ],
    ['no rule', { rules: [], scope: 'project' }],
    ['a scope that no page may write', { rules: [{ pattern: 'Bash:npm run build' }], scope: 'managed' }],
    ['a session that keeps no rules', { rules: [{ pattern: 'Bash:npm run build' }], scope: 'session' }],
  ])('%s is refused, and nothing is answered or written', async (_, always) => {
    const asked = await scratch.ask('Bash', { command: 'npm run build' });
    const reply = await answerAlways(asked, always);
    expect([reply.status, (await scratch.viewOf(asked)).state]).toEqual([400, 'pending']);
    expect(existsSync(join(scratch.root, 'ws/.caliban'))).toBe(false);
  });

  function answerAlways({ id, ask: { hash } }: Awaited<ReturnType<PageScratch['ask']>>, always: object) {
    const body = { action: 'allow', asks: [{ id, hash }], always };
    return scratch.client.send({ method: 'POST', path: '/api/page/answer', body });
  }
});

/** What was shown for less than half a second can't be saved yet. */
async function save(page: Page, button: string): Promise<void> {
  await page.getByText(SAVED).first().waitFor();
  await page.waitForTimeout(800);
  await page.getByRole('button', { name: button }).click();
}

function isInSight(element: { getBoundingClientRect(): { readonly top: number; readonly bottom: number } }): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= 900;
}

async function ticks(page: Page): Promise<readonly (readonly [string | null, boolean])[]> {
  const parts = await page.locator('.rule.part').all();
  return Promise.all(
    parts.map(
      async (part) =>
        [await part.getAttribute('aria-label'), await part.getByRole('checkbox').first().isChecked()] as const,
    ),
  );
}

function written({ root }: PageScratch, file: string): string {
  return readFileSync(join(root, 'ws/.caliban', file), 'utf8');
}
