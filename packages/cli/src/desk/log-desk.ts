import { describeCall, type Surroundings, type ToolCall } from '@caliban/gate';
import { callArgument } from '@caliban/storage/internal/audit/read/call-shape';
import { logReason } from '@caliban/storage/internal/audit/read/format-audit';
import type { AuditLine } from '@caliban/storage/internal/audit/read/logged-entry';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';
import type { LogDesk, LoggedDecision } from '@caliban/tui/internal/ports';

/** The decision log, as the terminal shows it. */
export function logDesk(file: string, surroundings: () => Surroundings): LogDesk {
  return {
    recent: async (limit) => (await lastLines(file, limit)).map(decisionOf),
    recentCalls: async (limit) =>
      (await lastLines(file, limit)).flatMap(({ entry }): ToolCall[] => {
        // What was cut or struck out would match other patterns than the call did.
        if (entry.truncated === true || entry.input === undefined) return [];
        return [describeCall({ tool: entry.tool_name, input: entry.input, surroundings: surroundings() })];
      }),
  };
}

async function lastLines(file: string, lines: number): Promise<readonly AuditLine[]> {
  const found: AuditLine[] = [];
  for await (const line of readAudit({ source: { log: file }, limit: { kind: 'tail', lines } })) found.push(line);
  return found;
}

function decisionOf({ text, entry }: AuditLine): LoggedDecision {
  return {
    at: new Date(entry.ts),
    tool: entry.tool_name,
    summary: callArgument(entry),
    outcome: entry.outcome,
    because: logReason(entry),
    ...(entry.rule === undefined ? {} : { rule: entry.rule.pattern }),
    json: text,
  };
}
