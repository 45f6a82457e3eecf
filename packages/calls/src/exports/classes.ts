export type { ClassDetails } from '../classes/class-details.ts';
export { classDetails } from '../classes/class-details.ts';
export type { ClassName, ClassScope } from '../classes/class-names.ts';
export { CLASS_NAMES, CLASSES, concerns, isClassName } from '../classes/class-names.ts';
export type { RiskLevel } from '../classes/class-risks.ts';
export { CLASS_RISKS } from '../classes/class-risks.ts';
export type { ClassSet, PartClasses } from '../classes/classes-of.ts';
export { classNamesIn, NO_CLASSES, withClasses } from '../classes/classes-of.ts';
export type { Danger } from '../classes/danger.ts';
export { isDanger } from '../classes/danger.ts';
export { ACCOUNT_CHANGE } from '../classes/dangers/account-change.ts';
export { RAW_DEVICE_WRITES } from '../classes/dangers/device-write.ts';
export { EXFILTRATION } from '../classes/dangers/exfiltration.ts';
export { HISTORY_REWRITES } from '../classes/dangers/history-rewrite.ts';
export { PERSISTENCE } from '../classes/dangers/persistence.ts';
export { PLAIN_HTTP } from '../classes/dangers/plain-http.ts';
export { PRIVILEGE_ESCALATION } from '../classes/dangers/privilege-escalation.ts';
export { SPYING } from '../classes/dangers/reconnaissance.ts';
export { CATASTROPHIC_DELETION, RECURSIVE_DELETION } from '../classes/dangers/recursive-deletion.ts';
export { SECRET_FILES, SECRET_PATHS, SECRET_STORES } from '../classes/dangers/secrets.ts';
export { SECURITY_TAMPERING } from '../classes/dangers/security-tampering.ts';
export { SYSTEM_DAMAGE } from '../classes/dangers/system-damage.ts';
export {
  DOWNLOAD_INTO_INTERPRETER,
  DOWNLOADED_FILE,
  UNREADABLE_COMMAND,
  UNSEEN_CODE,
} from '../classes/dangers/unseen-code.ts';
export { READERS } from '../classes/reading/readers.ts';
export type { RiskyProgram } from '../classes/risky-programs.ts';
export { interpreterNamed, RISKY_PROGRAMS, riskyProgramsNamed } from '../classes/risky-programs.ts';
export type { RunCommand } from '../classes/run-commands.ts';
export { isUnread, runCommands, unitsOf } from '../classes/run-commands.ts';
