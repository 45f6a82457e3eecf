import type { Access } from '@caliban/calls';
import { isRecord } from '@caliban/calls/types';
import type { HostCall } from '../host-adapter.ts';

/** Translates a call of the host to ours. Empty: it stays as the host named it. */
export type ReadTool = (input: unknown, hostTool: string) => readonly HostCall[];

/** By the host's name of the tool. A Map, so that a name such as `constructor` has no special meaning. */
export type ToolMap = ReadonlyMap<string, ReadTool>;

/** The same fields under our name. */
export function named(tool: string, access?: Access): ReadTool {
  return (input) => [{ tool, input, ...(access === undefined ? {} : { access }) }];
}

/**
 * Our tool, and the host's own in addition: if a field that rules look at is missing, a rule for our tool alone must not allow
 * the call. If the host's name equals ours, it is written in lower case (`multi_edit` for `MultiEdit`), which no built-in rule
 * mentions. If the whole call contains no text, nothing can have been missed.
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
