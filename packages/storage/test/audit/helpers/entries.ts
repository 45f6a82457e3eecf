import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@caliban/gate';
import { onTestFinished } from 'vitest';
import { auditLine } from '../../../src/audit/line/audit-line.ts';

/** An entry like many; a test says what is special about its own. */
export function entry(special: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ts: '2026-11-15T09:30:00.000Z',
    session_id: 's-1',
    turn: 1,
    tool_use_id: 't-1',
    agent: undefined,
    host: 'claude-code',
    workspace: '/repo',
    cwd: '/repo',
    tool_name: 'Bash',
    own_name: undefined,
    input: { command: 'git status' },
    action: 'allow',
    outcome: 'allow',
    mode: 'default',
    rule: {
      pattern: 'Bash:git *',
      action: 'allow',
      layer: 'project',
      file: '/repo/.caliban/permissions.toml',
      line: 3,
      comment: undefined,
    },
    rules: undefined,
    because: { kind: 'rule' },
    part: undefined,
    took_us: 12,
    confined: undefined,
    rehearsal: undefined,
    ...special,
  };
}

export function line(special: Partial<AuditEntry> = {}): string {
  return auditLine(entry(special), '0.1.0');
}

/** A call of a moment of that morning, told apart by its id. */
export function at(time: string, id: string = time, special: Partial<AuditEntry> = {}): string {
  return line({ ts: `2026-11-15T${time}.000Z`, tool_use_id: id, ...special });
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'caliban-audit-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
