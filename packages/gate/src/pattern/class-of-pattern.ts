import { CLASSES, type ClassName, isClassName } from '@caliban/calls/classes';
import type { Pattern } from '../types/pattern.ts';

/** The class a pattern is about; null if it is about something else. */
export function classOfPattern({ specText, spec }: Pattern): ClassName | null {
  if (!specText.startsWith('@') || (spec !== 'by-tool' && spec.argument?.kind !== 'class')) return null;
  const name = specText.slice(1);
  return isClassName(name) ? name : null;
}

/** `a call of this class deletes …`, for people who read why a rule applied; null for other patterns. */
export function classText(pattern: Pattern): string | null {
  const name = classOfPattern(pattern);
  return name === null ? null : `a call of this class ${CLASSES[name].description}`;
}
