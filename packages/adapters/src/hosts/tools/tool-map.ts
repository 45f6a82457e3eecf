import type { Access } from '@caliban/calls';
import { isRecord } from '@caliban/calls/types';
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
 * that is ours too is written in small letters, `multi_edit` for `MultiEdit`: no built-in rule speaks of those. With no text in the whole
 * call there is nothing that could have been missed.
 */
export function incomplete(call: HostCall, input: unknown, hostTool: string): readonly HostCall[] {
  if (call.tool !== hostTool) return [call, { tool: hostTool, input }];
  return holdsText(input) ? [call, { tool: inSmallLetters(hostTool), input }] : [call];
}

function holdsText(input: unknown): boolean {
  const values = isRecord(input) ? Object.values(input) : [input];
  return values.some((value) =>
    typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null,
  );
}

function inSmallLetters(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}
