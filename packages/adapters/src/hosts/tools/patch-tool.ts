import type { HostCall } from '../host-adapter.ts';
import { textsIn } from './fields.ts';
import { type PatchedFile, patchFiles } from './patch-files.ts';
import { incomplete, type ReadTool } from './tool-map.ts';

/** One call per file of the patch: new files and new names are writes, all others edits. */
export function patchTool(names: readonly string[]): ReadTool {
  return (input, hostTool) => {
    const { texts, odd } = typeof input === 'string' ? { texts: [input], odd: false } : textsIn(input, names);
    const calls = texts.flatMap(patchFiles).map(patchCall);
    return calls.length > 0 && !odd ? calls : [...calls, ...incomplete({ tool: 'Edit', input: {} }, input, hostTool)];
  };
}

export function patchCall({ kind, path, body }: PatchedFile): HostCall {
  switch (kind) {
    case 'add':
      return { tool: 'Write', input: { path, content: body.replaceAll(/^\+/gm, '') } };
    case 'move':
      return { tool: 'Write', input: { path } };
    case 'update':
      return { tool: 'Edit', input: { path, patch: body } };
    case 'delete':
      return { tool: 'Edit', input: { path, delete: true } };
  }
}
