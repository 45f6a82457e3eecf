import { ok } from '@caliban/calls/types';
import { PERMISSION_MODES } from '@caliban/gate/types';
import { expect, test } from 'vitest';
import { offeredTools } from '../../src/loop/offered-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';

const ACCESS = {
  Read: 'read',
  Grep: 'read',
  WebFetch: 'network',
  TodoWrite: 'internal',
  ExitPlanMode: 'internal',
  Write: 'edit',
  Bash: 'execute',
  mcp__forge__issues: 'read',
  mcp__forge__close: 'unknown',
} as const;

const TOOLS = Object.entries(ACCESS).map(
  ([name, access]): Tool => ({
    name,
    access,
    description: name,
    inputSchema: {},
    parse: ok,
    run: () => Promise.reject(new Error('not part of this test')),
  }),
);

test.each(PERMISSION_MODES)('in %s', (mode) => {
  const planning = ['Read', 'Grep', 'WebFetch', 'TodoWrite', 'ExitPlanMode', 'mcp__forge__issues'];
  expect(offeredTools(TOOLS, mode).map(({ name }) => name)).toEqual(mode === 'plan' ? planning : Object.keys(ACCESS));
});
