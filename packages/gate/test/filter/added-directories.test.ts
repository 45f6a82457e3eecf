import { type AbsolutePath, absolutePath, describeCall } from '@caliban/calls';
import { expect, test } from 'vitest';
import { createRuleBook } from '../../src/judge/rule-book.ts';
import { openGate } from '../../src/open-gate.ts';
import type { PermissionMode } from '../../src/types/permission-mode.ts';
import { CALM, madeRule } from '../helpers/made-calls.ts';

const RULES = [
  madeRule('Edit:src/**', 'allow'),
  madeRule('Edit:*.lock', 'deny'),
  madeRule('Read:.env', 'deny'),
  madeRule('Read', 'allow'),
  madeRule('Edit:/opt/free/**', 'allow'),
];
/** A link in each leads to the other place. */
const LINKS: Readonly<Record<string, string>> = { '/other/out': '/etc/passwd', '/repo/link': '/other/a.ts' };

async function judged(tool: string, path: string, mode: PermissionMode) {
  const gate = openGate({
    policy: { rules: { book: createRuleBook(RULES) } },
    mode: { mode },
    ask: null,
    log: null,
  });
  const context = {
    workspace: absolutePath('/repo'),
    addedDirectories: ['/other', '/opt'].map((each) => absolutePath(each)),
    realPath: (each: AbsolutePath) => absolutePath(LINKS[each] ?? each),
  };
  return (await gate.byRulesAndMode(describeCall({ tool, input: { path }, context }), CALM)).action;
}

test.each<[string, string, PermissionMode, string]>([
  ['Edit', '/other/a.ts', 'default', 'ask'], // Unasked only where the mode says so.
  ['Edit', '/other/a.ts', 'acceptEdits', 'allow'],
  ['Edit', '/elsewhere/a.ts', 'acceptEdits', 'ask'],
  ['Edit', '/otherwise/a.ts', 'acceptEdits', 'ask'],
  ['Edit', '/other/../elsewhere/a.ts', 'acceptEdits', 'ask'],
  ['Edit', '/other/out', 'acceptEdits', 'ask'], // It leads out of it.
  ['Edit', '/repo/link', 'acceptEdits', 'ask'], // From one into the other.
  ['Edit', '/other/.git/hooks/pre-commit', 'acceptEdits', 'ask'], // It would be run later.
  ['Edit', '/other/src/a.ts', 'default', 'ask'], // A relative allow stays in the workspace.
  ['Edit', '/repo/src/a.ts', 'default', 'allow'],
  ['Edit', '/other/deep/x.lock', 'acceptEdits', 'deny'], // A relative deny does not.
  ['Edit', '/elsewhere/x.lock', 'default', 'ask'],
  ['Read', '/other/deep/.env', 'default', 'deny'],
  ['Read', '/other/a.ts', 'default', 'allow'],
  ['Edit', '/opt/free/a.ts', 'default', 'allow'], // An absolute allow is what it was.
  ['Edit', '/opt/free/x.lock', 'default', 'deny'],
])('%s %s in %s → %s', async (tool, path, mode, action) => {
  expect(await judged(tool, path, mode)).toBe(action);
});
