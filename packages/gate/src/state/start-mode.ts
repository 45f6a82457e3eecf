import { fail, ok, type Result } from '../types/result.ts';
import { type ModeStart, SharedPermissionMode } from './shared-permission-mode.ts';

/** What a running session answers with a toast, a start answers with an abort: the message says what was refused and why. */
export function startMode(start: ModeStart): Result<SharedPermissionMode, string> {
  const { mode, latched, enforcedBy } = start;
  if (enforcedBy !== undefined && latched) {
    return fail(`--allow-dangerously-skip-permissions is refused: enforce is set in ${enforcedBy}`);
  }
  const shared = new SharedPermissionMode(start);
  if (shared.current === mode) return ok(shared);
  const attempt = shared.switchTo(mode);
  return attempt.kind === 'switched' ? ok(shared) : fail(attempt.reason);
}
