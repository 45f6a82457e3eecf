import type { Access } from '../types/tool-call.ts';

/** What plan mode leaves a question. A network read counts: a fetch changes nothing here. An access we do not know is none of these. */
export function isReadOnly(access: Access): boolean {
  return access === 'read' || access === 'network' || access === 'internal';
}
