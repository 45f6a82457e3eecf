import type { Access } from './tool-call.ts';

/** Facts about a tool. */
export type ToolProfile = {
  readonly access: Access;
  /** The input field a pattern's argument is matched against; null if the tool has none. */
  readonly argument: { readonly field: string; readonly kind: ArgumentKind } | null;
  /** Every input field the tool declares; `Tool:key=…` is read as a field pattern only for these. */
  readonly fields: readonly string[];
};

export type ArgumentKind = 'command' | 'path' | 'url';

export type ToolProfiles = ReadonlyMap<string, ToolProfile>;
