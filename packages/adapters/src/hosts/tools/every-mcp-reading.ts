import { mcpToolName } from '@caliban/calls/describe';
import type { HostCall } from '../host-adapter.ts';

/**
 * Server and tool run together, and where one ends is not told. Every reading is judged: a deny for any of them holds, and an
 * allow has to cover them all, as `mcp__github*` does. Nothing where there is no reading.
 */
export function everyMcpReading(joined: string, separator: '_' | '-', input: unknown): readonly HostCall[] {
  const parts = joined.split(separator);
  return parts.slice(1).flatMap((_, index) => {
    const server = parts.slice(0, index + 1).join(separator);
    const tool = parts.slice(index + 1).join(separator);
    return server === '' || tool === '' ? [] : [{ tool: mcpToolName(server, tool), input }];
  });
}
