import { TOOL_PROFILES } from '@caliban/calls';
import { expect, test } from 'vitest';
import { createTools } from '../../src/tools/registry.ts';
import { findShell } from '../../src/tools/shell/find-shell.ts';

const tools = createTools({
  planMode: { current: () => 'default', switchTo: () => {}, onChange: () => {}, reviewer: null },
  shell: findShell(),
});

test('the tools are these', () => {
  expect(tools.map(({ name }) => name).join(' ')).toBe(
    'Bash Read Write Edit MultiEdit NotebookEdit Grep Glob WebFetch TodoWrite EnterPlanMode ExitPlanMode',
  );
});

test.each(tools.map((tool) => [tool.name, tool] as const))('%s is what the gate knows of it', (name, tool) => {
  const profile = TOOL_PROFILES.get(name);
  expect(tool.access).toBe(profile?.access);
  const properties = Object.keys(tool.inputSchema.properties as object).filter((field) => !field.startsWith('-'));
  expect(properties.toSorted()).toEqual(profile?.fields.toSorted());
  expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
});
