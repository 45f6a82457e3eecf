import { SANDBOX_MODES, type SandboxSettings } from '../settings.ts';
import type { TableReader } from '../table-reader.ts';
import { BOOLEAN, oneOf } from '../value-kinds.ts';

/** `[sandbox]` */
export function readSandbox(reader: TableReader): SandboxSettings {
  const mode = reader.sourced('mode', oneOf(...SANDBOX_MODES));
  const autoConfined = reader.sourced('auto_confined', BOOLEAN);
  const rehearse = reader.sourced('rehearse', BOOLEAN);
  reader.end();
  return { ...(mode && { mode }), ...(autoConfined && { autoConfined }), ...(rehearse && { rehearse }) };
}
