import {
  ACCOUNT_CHANGE,
  CATASTROPHIC_DELETION,
  type Danger,
  DOWNLOAD_INTO_INTERPRETER,
  DOWNLOADED_FILE,
  EXFILTRATION,
  HISTORY_REWRITES,
  isDanger,
  PERSISTENCE,
  PLAIN_HTTP,
  PRIVILEGE_ESCALATION,
  RAW_DEVICE_WRITES,
  RECURSIVE_DELETION,
  SECRET_FILES,
  SECRET_STORES,
  SECURITY_TAMPERING,
  SPYING,
  SYSTEM_DAMAGE,
  UNREADABLE_COMMAND,
  UNSEEN_CODE,
} from '@caliban/calls/classes';
import type { ListClass } from '../classify/list-class.ts';
import type { StaticList } from '../classify/static-lists.ts';

/** Incremented with every change to the lists below. */
export const AUTO_MODE_LISTS_VERSION = 5;

/** `@read-only`, by its traditional name in `auto-mode.toml`. */
const HARMLESS_READING: ListClass = {
  name: 'harmless-reading',
  why: 'only reads, inside the workspace',
  covers: 'read-only',
};

/** The content of `$defaults.hard_deny`, `$defaults.soft_deny` and `$defaults.allow` in `auto-mode.toml`. */
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
