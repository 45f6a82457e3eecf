import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOST_NAMES, HOSTS } from '../../src/hosts/registry.ts';
import { announced } from '../helpers/host-payload.ts';

/** What any of the tools takes. */
const INPUT = {
  command: 'ls',
  ...{ file_path: 'a', notebook_path: 'a', path: 'a', filePath: 'a', dir_path: 'a', url: 'https://example.com' },
  ...{ patch: '*** Delete File: a', patchText: '*** Delete File: a', input: '*** Delete File: a' },
};

describe.each(HOST_NAMES)('docs/other-agents/%s.md', (host) => {
  const page = readFileSync(new URL(`../../../../docs/other-agents/${host}.md`, import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (?:`([^`]+)`|(user|project)) \| `([^`]+)` \|$/gm)];

  test.each(rows.flatMap(([, tool, , judged]) => (tool === undefined ? [] : [[tool, judged]])))(
    '%s → %s',
    async (tool, judged) => {
      const adapter = await HOSTS[host].loadAdapter();
      const patch = host === 'codex' && tool === 'apply_patch' ? { command: INPUT.patch } : INPUT;
      const request = adapter.read(announced(host, tool as string, patch));
      expect(request).toMatchObject({ ok: true, value: { kind: 'calls', calls: { 0: { tool: judged } } } });
    },
  );

  test('the files', () => {
    const places = { home: '~', workspace: '', env: {} };
    const files = rows.flatMap(([, , scope, file]) => (scope === undefined ? [] : [[scope, file]]));
    expect(files).toEqual([
      ['user', HOSTS[host].hookFile('user', places)],
      ['project', HOSTS[host].hookFile('project', places)],
    ]);
  });
});
