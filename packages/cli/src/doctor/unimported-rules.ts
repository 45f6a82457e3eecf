import { HOST_NAMES, HOSTS } from '@caliban/adapters';
import type { InstallPlaces } from '@caliban/adapters/hosts';
import { parsePattern, type Rule } from '@caliban/gate';
import { patternKey } from '@caliban/storage/rules';
import { rulesOfHost } from '../install/host-rules.ts';

/** A rule file of another agent with rules that none of ours contains. */
export type UnimportedRules = {
  readonly host: string;
  readonly file: string;
  readonly missing: number;
  readonly scope: 'user' | 'project' | 'local';
};

export function unimportedRules(places: InstallPlaces, rules: readonly Rule[]): readonly UnimportedRules[] {
  const there = new Set(rules.map(({ pattern, action }) => `${action} ${patternKey(pattern)}`));
  return HOST_NAMES.flatMap((host) =>
    rulesOfHost(host, places).flatMap((found): readonly UnimportedRules[] => {
      if (found.state === 'unreadable') return [];
      const missing = found.imported.rules.filter(({ pattern, action }) => {
        const parsed = parsePattern(pattern);
        return parsed.ok && !there.has(`${action} ${patternKey(parsed.value)}`);
      });
      if (missing.length === 0) return [];
      return [{ host: HOSTS[host].title, file: found.file, missing: missing.length, scope: found.scope }];
    }),
  );
}
