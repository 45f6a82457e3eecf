import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { headingId } from '../scripts/site/render-markdown.ts';
import { consoleExamples } from './helpers/console-examples.ts';
import { FOLLOWED_PAGES } from './helpers/followed-pages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_HOPS = 3;
const TASKS = 'docs/how-to.md';

/** A hop is a link that is clicked, from the README on: to a page, or to a place in one. */
describe(`what a new user wants to do is at most ${MAX_HOPS} links from the README, and its commands are run`, () => {
  const hops = hopsFrom('README.md');

  test.each([
    ['write a first rule', 'docs/rules.md'],
    ['share a policy with my team', 'docs/other-agents/README.md'],
    ['find out why it asked', 'docs/tests-and-fixes.md'],
    ['review what my agents did last night', 'docs/log.md'],
    ['undo a rule', null],
    ['bring the rules I have', null],
    ['write rules from what I already let my agents do', 'docs/learn.md'],
    ['test a rule', 'docs/tests-and-fixes.md'],
    ['use it in CI', 'docs/headless.md'],
    ['answer from somewhere else', 'docs/inbox.md'],
    ['make the kernel enforce my rules', 'docs/sandbox.md'],
    ['take it away again', null],
  ])('%s', (task, more) => {
    expect(hops.get(`${TASKS}#${headingId(`… ${task}`)}`)).toBeLessThanOrEqual(MAX_HOPS);
    expect(consoleExamples(sectionOf(task)).length).toBeGreaterThan(0);
    if (more === null) return;
    expect(linksIn(TASKS, sectionOf(task)).map((link) => link.split('#')[0])).toContain(more);
    expect(hops.get(more)).toBeLessThanOrEqual(MAX_HOPS);
  });

  test('that page has no other sections, and is followed word by word', () => {
    expect(read(TASKS).match(/^## /gm)).toHaveLength(12);
    expect(FOLLOWED_PAGES).toContain(TASKS);
  });
});

/** Every page and place that links lead to, by how many it takes. */
function hopsFrom(start: string): ReadonlyMap<string, number> {
  const hops = new Map([[start, 0]]);
  for (const [target, count] of hops) {
    const [page = ''] = target.split('#');
    if (count === MAX_HOPS || !page.endsWith('.md')) continue;
    for (const link of linksIn(page, read(page))) if (!hops.has(link)) hops.set(link, count + 1);
  }
  return hops;
}

/** As paths of the repository; those to other machines are left out. */
function linksIn(page: string, text: string): readonly string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => (link.startsWith('#') ? page + link : normalize(join(dirname(page), link))))
    .filter((link) => existsSync(join(ROOT, link.split('#')[0] ?? '')));
}

function sectionOf(task: string): string {
  const [, section = ''] = read(TASKS).split(`## … ${task}\n`);
  return section.split(/^## /m)[0] ?? '';
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
