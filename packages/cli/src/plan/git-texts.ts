import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { visible } from '@caliban/calls/text';
import type { LayerFiles } from '@caliban/storage';
import { FailedError } from '../command-line/problems.ts';

/** The commit that a ref names; null if there is none. */
export async function commitOf(ref: string, workspace: string): Promise<string | null> {
  const found = await git(workspace, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  const commit = found.ok ? found.text.trim() : '';
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

/** The files of the project's layer in a commit; null for one that it doesn't have. */
export async function textsAt(
  commit: string,
  { workspace, layer }: { readonly workspace: string; readonly layer: LayerFiles },
): Promise<ReadonlyMap<string, string | null>> {
  const name = basename(layer.directory);
  await refuseOther(commit, workspace, name, 'tree');
  const texts = new Map<string, string | null>();
  for (const file of [layer.settings, layer.permissions, layer.legacy.settings, layer.legacy.permissions]) {
    const path = `${name}/${basename(file)}`;
    const there = await refuseOther(commit, workspace, path, 'blob');
    texts.set(file, there ? await contentOf(commit, workspace, path) : null);
  }
  return texts;
}

/** Whether it exists. A symlink in its place would lead to something that isn't part of the commit. */
async function refuseOther(commit: string, workspace: string, path: string, kind: 'blob' | 'tree'): Promise<boolean> {
  const listed = await git(workspace, 'ls-tree', commit, '--', path);
  if (!listed.ok) throw new FailedError(`git ls-tree ${commit} -- ${path}: ${visible(listed.error)}`);
  if (listed.text === '') return false;
  const [mode = '', type] = listed.text.split(/\s/, 2);
  if (type === kind && mode !== '120000') return true;
  const what = mode === '120000' ? 'a symbolic link' : type === 'commit' ? 'a submodule' : `a ${type}`;
  throw new FailedError(`${path} is ${what} at ${commit.slice(0, 12)}, and is not followed`);
}

async function contentOf(commit: string, workspace: string, path: string): Promise<string> {
  const shown = await git(workspace, 'cat-file', 'blob', `${commit}:./${path}`);
  if (shown.ok) return shown.text;
  throw new FailedError(`${path} at ${commit.slice(0, 12)} can't be read: ${visible(shown.error)}`);
}

type Answer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string };

function git(workspace: string, ...args: readonly string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { encoding: 'utf8' as const, maxBuffer: MAX_BYTES };
    execFile('git', ['-C', workspace, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ ok: true, text: stdout });
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      resolve({ ok: false, error: isMissing ? 'git is not installed' : stderr.trim() || error.message });
    });
  });
}

const MAX_BYTES = 64 * 1024 * 1024;
