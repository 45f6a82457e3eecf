import type { Access } from '@caliban/gate';
import type { HostCall } from '../host-adapter.ts';

/** A call under the host's names, read as ours. Nothing: it stays as the host says it. */
export type ReadTool = (input: unknown, hostTool: string) => readonly HostCall[];

/** By the host's name of the tool. A map, so that no name can mean more than itself. */
export type ToolMap = ReadonlyMap<string, ReadTool>;

/** The same fields under our name. */
export function named(tool: string, access?: Access): ReadTool {
  return (input) => [{ tool, input, ...(access === undefined ? {} : { access }) }];
}

/**
 * Ours, and the host's own beside it: where what a rule looks at is missing, no rule of ours alone may let it through. A host's name
 * that is ours too is written in small letters, `multi_edit` for `MultiEdit`: no built-in rule speaks of those.
 */
export function incomplete(call: HostCall, input: unknown, hostTool: string): readonly HostCall[] {
  const tool = call.tool === hostTool ? inSmallLetters(hostTool) : hostTool;
  return [call, { tool, input }];
}

function inSmallLetters(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}
