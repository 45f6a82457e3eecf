import { type AuditLog, openAuditLog } from '@caliban/storage';
import type { AuditSettings } from '../policy/settings.ts';
import { version } from '../process/version.ts';

/** Null if the operator has switched it off. */
export function decisionLog(
  { log, file, maxBytes, keep }: AuditSettings,
  warn: (message: string) => void,
): AuditLog | null {
  if (log.value === false) return null;
  return openAuditLog({
    file,
    maxBytes: maxBytes.value,
    ...(keep.value === null ? {} : { keep: keep.value }),
    required: log.value === 'required',
    version: version(),
    warn,
  });
}
