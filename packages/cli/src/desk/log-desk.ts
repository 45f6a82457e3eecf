import { describeCall, type Surroundings, type ToolCall } from '@caliban/gate';
import { absolutePath } from '@caliban/gate/internal/text/path';
import { callArgument } from '@caliban/storage/internal/audit/read/call-shape';
import { logReason } from '@caliban/storage/internal/audit/read/format-audit';
import type { AuditLine, LoggedEntry } from '@caliban/storage/internal/audit/read/logged-entry';
import { readAudit } from '@caliban/storage/internal/audit/read/read-audit';
import { REDACTED } from '@caliban/storage/internal/audit/redact/redact';
import type { LogDesk, LoggedDecision } from '@caliban/tui/internal/ports';

/** The decision log, as the terminal shows it. */
export function logDesk(file: string, surroundings: () => Surroundings): LogDesk {
  return {
    recent: async (limit) => (await lastLines(file, limit)).map(decisionOf),
    recentCalls: async (limit) =>
      (await lastLines(file, limit)).flatMap(({ entry }): ToolCall[] =>
        isWhole(entry) ? [callOf(entry, surroundings())] : [],
      ),
  };
}

/** What was cut or struck out would match other patterns than the call did. */
function isWhole({ input, truncated }: LoggedEntry): boolean {
  return input !== undefined && truncated !== true && !JSON.stringify(input).includes(REDACTED);
}

/** In the directory it was made in, which may not be today's. */
function callOf({ tool_name: tool, input, cwd }: LoggedEntry, here: Surroundings): ToolCall {
  const surroundings = typeof cwd === 'string' ? { ...here, cwd: absolutePath(cwd) } : here;
  return describeCall({ tool, input, surroundings });
}

async function lastLines(file: string, lines: number): Promise<readonly AuditLine[]> {
  const found: AuditLine[] = [];
  for await (const line of readAudit({ source: { log: file }, limit: { kind: 'tail', lines } })) found.push(line);
  return found;
}

function decisionOf({ text, entry, answer }: AuditLine): LoggedDecision {
  return {
    at: new Date(entry.ts),
    tool: entry.tool_name,
    summary: callArgument(entry),
    outcome: OUTCOMES.has(entry.outcome) ? entry.outcome : 'left-to-host',
    ...(answer === undefined ? {} : { answer }),
    because: logReason(entry),
    ...(entry.rule === undefined ? {} : { rule: entry.rule.pattern }),
    json: text,
  };
}

/** An outcome of another version means that the host decided. */
const OUTCOMES: ReadonlySet<string> = new Set(['allow', 'deny', 'handed-over', 'left-to-host']);
