import type { Rule } from '@caliban/gate';
import { boxRules } from './boxes.ts';
import { type PackHeader, packFile } from './pack-file.ts';

/** All there is to know of a policy, as bytes. */
export function packRules(rules: readonly Rule[], about: Omit<PackHeader, 'rules' | 'origins' | 'toolGlobs'>): Buffer {
  const { boxes, origins, toolGlobs } = boxRules(rules, about);
  return packFile({ ...about, rules: rules.length, origins, toolGlobs }, boxes);
}
