import { type Danger, isDanger } from '../classes/danger.ts';
import { ACCOUNT_CHANGE } from '../classes/dangers/account-change.ts';
import { RAW_DEVICE_WRITES } from '../classes/dangers/device-write.ts';
import { EXFILTRATION } from '../classes/dangers/exfiltration.ts';
import { HISTORY_REWRITES } from '../classes/dangers/history-rewrite.ts';
import { PERSISTENCE } from '../classes/dangers/persistence.ts';
import { PLAIN_HTTP } from '../classes/dangers/plain-http.ts';
import { PRIVILEGE_ESCALATION } from '../classes/dangers/privilege-escalation.ts';
import { SPYING } from '../classes/dangers/reconnaissance.ts';
import { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from '../classes/dangers/recursive-deletion.ts';
import { SECRET_FILES, SECRET_STORES } from '../classes/dangers/secrets.ts';
import { SECURITY_TAMPERING } from '../classes/dangers/security-tampering.ts';
import { SYSTEM_DAMAGE } from '../classes/dangers/system-damage.ts';
import {
  DOWNLOAD_INTO_INTERPRETER,
  DOWNLOADED_FILE,
  UNREADABLE_COMMAND,
  UNSEEN_CODE,
} from '../classes/dangers/unseen-code.ts';
import type { ListClass } from '../classify/list-class.ts';
import type { StaticList } from '../classify/static-lists.ts';

/** Raised with every change to what the lists below know. */
export const AUTO_MODE_LISTS_VERSION = 5;

/** `@read-only`, by the name that `auto-mode.toml` has always had for it. */
const HARMLESS_READING: ListClass = {
  name: 'harmless-reading',
  why: 'only reads, inside the workspace',
  covers: 'read-only',
};

/** What `$defaults.hard_deny`, `$defaults.soft_deny` and `$defaults.allow` stand for in `auto-mode.toml`. */
export const AUTO_MODE_LISTS: Readonly<Record<StaticList, readonly ListClass[]>> = {
  hard_deny: [
    PRIVILEGE_ESCALATION,
    CATASTROPHIC_DELETION,
    DOWNLOAD_INTO_INTERPRETER,
    RAW_DEVICE_WRITES,
    SECRET_STORES,
  ].map(listed),
  soft_deny: [
    RECURSIVE_DELETION,
    UNSEEN_CODE,
    DOWNLOADED_FILE,
    EXFILTRATION,
    SYSTEM_DAMAGE,
    SECRET_FILES,
    PLAIN_HTTP,
    HISTORY_REWRITES,
    PERSISTENCE,
    ACCOUNT_CHANGE,
    SECURITY_TAMPERING,
    SPYING,
    UNREADABLE_COMMAND,
  ].map(listed),
  allow: [HARMLESS_READING],
};

function listed(danger: Danger): ListClass {
  return { name: danger.name, why: danger.why, recognises: (call) => isDanger(danger, call) };
}
