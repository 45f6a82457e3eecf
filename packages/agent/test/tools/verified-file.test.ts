import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { editTool } from '../../src/tools/edit.ts';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import { readTool } from '../../src/tools/read.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { writeTool } from '../../src/tools/write.ts';
import { type Bench, bench } from './helpers/bench.ts';
import { scratch } from './helpers/scratch.ts';

const SECRET = 'the secret';

/** A workspace with `dir/f`, and a directory outside with the secret under the same name. */
function withSecret(): Bench & { readonly outside: string } {
  const outside = scratch({ f: SECRET });
  return { ...bench({ files: { 'dir/f': 'plain' } }), outside };
}

const CALLS: readonly (readonly [name: string, tool: Tool, input: Record<string, unknown>])[] = [
  ['Read', readTool, {}],
  ['Write', writeTool, { content: 'overwritten' }],
  ['Edit', editTool, { old_string: 'secret', new_string: 'overwritten' }],
];

describe.each(CALLS)('%s, when between verdict and use', (_, tool, input) => {
  test('the file becomes a link', async () => {
    const { describe, directory, outside, context } = withSecret();
    const call = describe(tool, { path: 'dir/f', ...input });
    rmSync(join(directory, 'dir/f'));
    symlinkSync(join(outside, 'f'), join(directory, 'dir/f'));
    const output = await tool.run(call, context());
    expect(output).toEqual({ isError: true, text: expect.stringContaining('after the permission was given') });
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(SECRET);
  });

  test('a directory above it becomes a link', async () => {
    const { describe, directory, outside, context } = withSecret();
    const call = describe(tool, { path: 'dir/f', ...input });
    renameSync(join(directory, 'dir'), join(directory, 'away'));
    symlinkSync(outside, join(directory, 'dir'));
    const output = await tool.run(call, context());
    expect(output).toEqual({ isError: true, text: expect.stringContaining('after the permission was given') });
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(SECRET);
  });

  test('a link that was judged comes to point elsewhere: the file that was judged is used', async () => {
    const { describe, directory, outside, context } = withSecret();
    symlinkSync('dir/f', join(directory, 'link'));
    const call = describe(tool, { path: 'link', ...input, ...('old_string' in input ? { old_string: 'plain' } : {}) });
    rmSync(join(directory, 'link'));
    symlinkSync(join(outside, 'f'), join(directory, 'link'));
    const output = await tool.run(call, context());
    expect(output.isError).toBe(false);
    expect(output.text).not.toContain(SECRET);
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(SECRET);
  });
});

test('Write does not make a file or directory where a link came in', async () => {
  const { describe, directory, outside, context } = withSecret();
  const calls = [
    describe(writeTool, { path: 'dir/new', content: 'x' }),
    describe(writeTool, { path: 'dir/a/b/new', content: 'x' }),
  ];
  renameSync(join(directory, 'dir'), join(directory, 'away'));
  symlinkSync(outside, join(directory, 'dir'));
  for (const call of calls) expect((await writeTool.run(call, context())).isError).toBe(true);
  expect([existsSync(join(outside, 'new')), existsSync(join(outside, 'a'))]).toEqual([false, false]);
});

test.each([
  ['Grep', grepTool, process.env],
  ['Grep without ripgrep', grepTool, {}],
  ['Glob', globTool, process.env],
])('%s does not look into a directory that became a link', async (_, tool, env) => {
  const { describe, directory, outside, context, session } = withSecret();
  const calls = ['dir', 'dir/f'].map((path) => describe(tool, { pattern: tool === grepTool ? 'secret' : '*', path }));
  renameSync(join(directory, 'dir'), join(directory, 'away'));
  symlinkSync(outside, join(directory, 'dir'));
  for (const call of calls) {
    const { text } = await tool.run(call, context({ session: { ...session, env } }));
    expect(text).toMatch(/after the permission was given|no matches|not a directory/);
  }
});

/** Puts the link and the plain thing in place in turns, as fast as it can, until it is ended. */
async function swapper(place: string, plain: string, link: string): Promise<ChildProcess> {
  const program = `
    const { renameSync, symlinkSync, rmSync } = require('node:fs');
    const [place, plain, link] = process.argv.slice(1);
    process.stdout.write('ready');
    for (;;) {
      // A writer may make the directory anew in the moment it is away.
      try { renameSync(place, plain); symlinkSync(link, place); } catch {}
      try { rmSync(place, { recursive: true, force: true }); renameSync(plain, place); } catch {}
    }`;
  const child = spawn(process.execPath, ['-e', program, place, plain, link], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return child;
}

describe('against a process that swaps a link without end', () => {
  test.each([
    ['the file', 'dir/f', 'f'],
    ['its directory', 'dir', ''],
  ])('%s: Read never shows the secret', async (_, swapped, target) => {
    const { describe, directory, outside, context } = withSecret();
    const call = describe(readTool, { path: 'dir/f' });
    const child = await swapper(join(directory, swapped), join(directory, 'aside'), join(outside, target));
    const seen = { plain: 0, refused: 0 };
    const hasRaced = () => seen.plain > 0 && seen.refused > 0;
    const begin = performance.now();
    for (let ms = 0; ms < 1500 || (!hasRaced() && ms < 30_000); ms = performance.now() - begin) {
      const output = await readTool.run(call, context());
      expect(output.text).not.toContain(SECRET);
      seen[output.isError ? 'refused' : 'plain']++;
    }
    expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    expect(hasRaced()).toBe(true);
  });

  test('Write never lands outside', async () => {
    const { describe, directory, outside, context, session } = withSecret();
    const calls = [
      describe(writeTool, { path: 'dir/f', content: 'w' }),
      describe(writeTool, { path: 'dir/deep/er/f', content: 'w' }),
    ];
    const child = await swapper(join(directory, 'dir'), join(directory, 'aside'), outside);
    for (const until = performance.now() + 1500; performance.now() < until; ) {
      session.seenFiles.clear();
      for (const call of calls) await writeTool.run(call, context());
    }
    expect(child.exitCode).toBe(null);
    child.kill('SIGKILL');
    expect(readFileSync(join(outside, 'f'), 'utf8')).toBe(SECRET);
    expect(existsSync(join(outside, 'deep'))).toBe(false);
  });
});

test('a name that ends like a deleted one is a name', async () => {
  const { run, directory } = bench();
  mkdirSync(join(directory, 'd'));
  writeFileSync(join(directory, 'd/x (deleted)'), 'here');
  expect((await run(readTool, { path: 'd/x (deleted)' })).text).toBe('     1\there');
});
