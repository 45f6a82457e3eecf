import { type OfferedRule, type OfferedScope, offeredRulesFile } from '@caliban/adapters/hosts';
import type { Locations } from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';
import { type ClaudeAllow, claudeAllows } from '@caliban/storage/import';

/** The allow rules in the host's file of that scope; null where it can't be read. */
export function hostAllows(scope: OfferedScope, locations: Locations): readonly ClaudeAllow[] | null {
  const text = readTextFile(offeredRulesFile(scope, locations));
  if (!text.ok) return null;
  return text.value === null ? [] : claudeAllows(text.value);
}

export function isOffered({ rule }: ClaudeAllow, { tool, specifier }: OfferedRule): boolean {
  return rule.tool === tool && rule.specifier === specifier;
}
