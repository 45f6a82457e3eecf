import type { ListClass } from '../classify/list-class.ts';
import type { StaticList } from '../classify/static-lists.ts';
import { HARMLESS_READING } from './auto-mode/harmless-reading.ts';
import { HISTORY_REWRITES } from './auto-mode/history-rewrites.ts';
import { PERSISTENCE } from './auto-mode/persistence.ts';
import { PLAIN_HTTP } from './auto-mode/plain-http.ts';
import { PRIVILEGE_ESCALATION } from './auto-mode/privilege-escalation.ts';
import { RAW_DEVICE_WRITES } from './auto-mode/raw-devices.ts';
import { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from './auto-mode/recursive-deletion.ts';
import { SECRET_FILES, SECRET_STORES } from './auto-mode/secrets.ts';
import { DOWNLOAD_INTO_INTERPRETER, UNREADABLE_COMMAND, UNSEEN_CODE } from './auto-mode/unseen-code.ts';

/** Raised with every change to what the lists below know. */
export const AUTO_MODE_LISTS_VERSION = 3;

/** What `$defaults.hard_deny`, `$defaults.soft_deny` and `$defaults.allow` stand for in `auto-mode.toml`. */
export const AUTO_MODE_LISTS: Readonly<Record<StaticList, readonly ListClass[]>> = {
  hard_deny: [PRIVILEGE_ESCALATION, CATASTROPHIC_DELETION, DOWNLOAD_INTO_INTERPRETER, RAW_DEVICE_WRITES, SECRET_STORES],
  soft_deny: [
    RECURSIVE_DELETION,
    UNSEEN_CODE,
    SECRET_FILES,
    PLAIN_HTTP,
    HISTORY_REWRITES,
    PERSISTENCE,
    UNREADABLE_COMMAND,
  ],
  allow: [HARMLESS_READING],
};
