import { mcpToolName } from '@caliban/calls/describe';
import type { HostCall } from '../host-adapter.ts';

/**
 * Server and tool are joined, and it isn't known where one ends. Every reading is judged: a deny for any of them applies, and an
 * allow has to cover all of them, as `mcp__github*` does. Empty if there is no reading.
 */
export function everyMcpReading(joined: string, separator: '_' | '-', input: unknown): readonly HostCall[] {
  const parts = joined.split(separator);
  return parts.slice(1).flatMap((_, index) => {
    const server = parts.slice(0, index + 1).join(separator);
    const tool = parts.slice(index + 1).join(separator);
    return server === '' || tool === '' ? [] : [{ tool: mcpToolName(server, tool), input }];
  });
}
