/** The settings of an MCP server. */
export type McpServerSettings = {
  /** For each request, and for the start. */
  readonly timeoutMs?: number;
} & (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
);

export type McpStatus =
  | { readonly kind: 'connected' }
  /** It never started, or has ended since. */
  | { readonly kind: 'failed'; readonly because: string };

export const DEFAULT_TIMEOUT_MS = 60_000;
