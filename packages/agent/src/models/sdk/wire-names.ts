import { createHash } from 'node:crypto';

export type WireNames = {
  readonly toWire: (name: string) => string;
  readonly fromWire: (name: string) => string;
};

/** Every provider accepts letters, digits, `_` and `-`, at most 64; an MCP server or a model may use any tool name. */
export function wireNames(toolNames: readonly string[]): WireNames {
  const originals = new Map(toolNames.map((name) => [plainName(name), name]));
  return { toWire: plainName, fromWire: (name) => originals.get(name) ?? name };
}

function plainName(name: string): string {
  return /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name) ? name : `t_${hashed(name)}`;
}

/** An id that strict providers accept; the same id always gives the same result. */
export function plainId(id: string): string {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(id) ? id : hashed(id);
}

/** Still readable, and made unique by a hash. */
function hashed(text: string): string {
  const readable = text.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 48);
  return `${readable}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}
