import { join } from 'node:path';
import { isRecord } from '@caliban/calls/types';
import { fieldOf, textOf } from '../protocol/payload.ts';
import type { HostName } from '../registry.ts';
import type { InstallPlaces } from '../setup/host-setup.ts';
import { CLAUDE_CODE } from './host.ts';

/** An allow rule that a host offers its user as "don't ask again", in the host's notation, with the equivalent layer of ours. */
export type OfferedRule = {
  readonly scope: OfferedScope;
  readonly tool: string;
  /** Null: the whole tool. */
  readonly specifier: string | null;
};

export const OFFERED_SCOPES = ['local', 'project', 'user'] as const;

export type OfferedScope = (typeof OFFERED_SCOPES)[number];

/**
 * The rules that the dialog of this `PermissionRequest` may write to a file. Session rules are left out because they leave no
 * trace.
 */
export function offeredRules(host: HostName, payload: unknown): readonly OfferedRule[] {
  const suggestions = fieldOf(payload, 'permission_suggestions');
  if (host !== 'claude-code' || !Array.isArray(suggestions)) return [];
  return suggestions.flatMap(rulesOf).slice(0, MAX_OFFERED);
}

const MAX_OFFERED = 20;

/** The file to which the host writes a rule that its user accepts. */
export function offeredRulesFile(scope: OfferedScope, places: InstallPlaces): string {
  return scope === 'local'
    ? join(places.workspace, '.claude/settings.local.json')
    : CLAUDE_CODE.hookFile(scope, places);
}

function rulesOf(suggestion: unknown): readonly OfferedRule[] {
  const scope = SCOPES.get(textOf(suggestion, 'destination') ?? '');
  const rules = fieldOf(suggestion, 'rules');
  if (scope === undefined || !Array.isArray(rules)) return [];
  if (fieldOf(suggestion, 'type') !== 'addRules' || fieldOf(suggestion, 'behavior') !== 'allow') return [];
  return rules.filter(isRecord).flatMap((rule) => {
    const tool = textOf(rule, 'toolName');
    const specifier = fieldOf(rule, 'ruleContent') ?? null;
    return tool !== undefined && (specifier === null || typeof specifier === 'string')
      ? [{ scope, tool, specifier: specifier === '' ? null : specifier }]
      : [];
  });
}

const SCOPES: ReadonlyMap<string, OfferedScope> = new Map([
  ['localSettings', 'local'],
  ['projectSettings', 'project'],
  ['userSettings', 'user'],
]);
