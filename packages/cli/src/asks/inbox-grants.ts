import { lstatSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '@caliban/calls';
import { canonicalJson } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import type { InboxTrace } from '@caliban/gate/ask';
import { sha256 } from '@caliban/storage/audit';
import { makeDirectories, readTextFile, writeAtomically } from '@caliban/storage/files';

/** The person who allowed a call. */
export type Grant = Extract<InboxTrace, { kind: 'answered' }>;

/**
 * Some hosts announce a call twice: before the tool, and again when they would ask their own user. The yes to the first is used once more
 * for the second, within a minute.
 */
export function keepGrant(stateDirectory: string, call: ToolCall, grant: Grant): void {
  const file = grantFile(stateDirectory, call);
  if (file === null) return;
  const directory = join(file, '..');
  makeDirectories(directory, { mode: 0o700 });
  for (const name of readdirSync(directory))
    if (isOld(join(directory, name))) rmSync(join(directory, name), { force: true });
  writeAtomically(file, JSON.stringify(grant), { mode: 0o600 });
}

/** If several processes try, one gets it. */
export function takeGrant(stateDirectory: string, call: ToolCall): Grant | null {
  const file = grantFile(stateDirectory, call);
  if (file === null) return null;
  const text = readTextFile(file);
  if (!text.ok || text.value === null) return null;
  const isTooOld = isOld(file);
  try {
    unlinkSync(file);
  } catch {
    return null;
  }
  return isTooOld ? null : (JSON.parse(text.value) as Grant);
}

const MAX_AGE_MS = 60_000;

function isOld(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return true;
  const age = Date.now() - found.mtimeMs;
  // Don't trust it longer because the clock was set back.
  return age < 0 || age > MAX_AGE_MS;
}

/** The second event has no id of the call, and describes a command in more fields than the first. */
function grantFile(stateDirectory: string, { tool, input, context, origin }: ToolCall): string | null {
  const what = tool === 'Bash' && isRecord(input) ? input.command : input;
  const { host = '', sessionId = '', agent = '' } = origin;
  const key = canonicalJson([host, sessionId, agent, context.workspace, context.cwd ?? '', tool, what ?? null]);
  return key.ok ? join(stateDirectory, 'grants', sha256(key.value)) : null;
}
