import { ACCOUNT_CHANGE } from './account-change.ts';
import { CHANGES } from './changes.ts';
import type { Danger } from './danger.ts';
import { RAW_DEVICE_WRITES } from './device-write.ts';
import { EXFILTRATION } from './exfiltration.ts';
import { HISTORY_REWRITES } from './history-rewrite.ts';
import { PERSISTENCE } from './persistence.ts';
import { PLAIN_HTTP } from './plain-http.ts';
import { PRIVILEGE_ESCALATION } from './privilege-escalation.ts';
import { SPYING, SYSTEM_READS } from './reconnaissance.ts';
import { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from './recursive-deletion.ts';
import { SECRET_FILES, SECRET_STORES } from './secrets.ts';
import { SECURITY_TAMPERING } from './security-tampering.ts';
import { SYSTEM_DAMAGE } from './system-damage.ts';
import { DOWNLOAD_INTO_INTERPRETER, DOWNLOADED_FILE, UNSEEN_CODE } from './unseen-code.ts';

/** Every kind of call that a class is made of. */
export const DANGERS: readonly Danger[] = [
  ...[PRIVILEGE_ESCALATION, CATASTROPHIC_DELETION, RECURSIVE_DELETION, DOWNLOAD_INTO_INTERPRETER, UNSEEN_CODE],
  ...[RAW_DEVICE_WRITES, SECRET_STORES, SECRET_FILES, EXFILTRATION, SYSTEM_DAMAGE, HISTORY_REWRITES, PERSISTENCE],
  ...[ACCOUNT_CHANGE, SECURITY_TAMPERING, SPYING, SYSTEM_READS],
  ...[DOWNLOADED_FILE, PLAIN_HTTP, ...CHANGES],
];
