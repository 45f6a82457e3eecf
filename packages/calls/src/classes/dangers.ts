import type { Danger } from './danger.ts';
import { ACCOUNT_CHANGE } from './dangers/account-change.ts';
import { CHANGES } from './dangers/changes.ts';
import { RAW_DEVICE_WRITES } from './dangers/device-write.ts';
import { EXFILTRATION } from './dangers/exfiltration.ts';
import { HISTORY_REWRITES } from './dangers/history-rewrite.ts';
import { PERSISTENCE } from './dangers/persistence.ts';
import { PLAIN_HTTP } from './dangers/plain-http.ts';
import { PRIVILEGE_ESCALATION } from './dangers/privilege-escalation.ts';
import { SPYING, SYSTEM_READS } from './dangers/reconnaissance.ts';
import { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from './dangers/recursive-deletion.ts';
import { SECRET_FILES, SECRET_STORES } from './dangers/secrets.ts';
import { SECURITY_TAMPERING } from './dangers/security-tampering.ts';
import { SYSTEM_DAMAGE } from './dangers/system-damage.ts';
import { DOWNLOAD_INTO_INTERPRETER, DOWNLOADED_FILE, UNSEEN_CODE } from './dangers/unseen-code.ts';

/** Every danger that a class consists of. */
export const DANGERS: readonly Danger[] = [
  ...[PRIVILEGE_ESCALATION, CATASTROPHIC_DELETION, RECURSIVE_DELETION, DOWNLOAD_INTO_INTERPRETER, UNSEEN_CODE],
  ...[RAW_DEVICE_WRITES, SECRET_STORES, SECRET_FILES, EXFILTRATION, SYSTEM_DAMAGE, HISTORY_REWRITES, PERSISTENCE],
  ...[ACCOUNT_CHANGE, SECURITY_TAMPERING, SPYING, SYSTEM_READS],
  ...[DOWNLOADED_FILE, PLAIN_HTTP, ...CHANGES],
];
