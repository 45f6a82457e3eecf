import { existsSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { HOST_NAMES, HOSTS, type HostName } from '@caliban/adapters';
import type { HostRuleFiles, InstallPlaces } from '@caliban/adapters/hosts';
import { formatNotice, type Imported, importRules } from '@caliban/storage';
import { readTextFile } from '@caliban/storage/files';

/** Our scope with the same effect for the same people. */
export type RuleScope = 'user' | 'project' | 'local';

/** A file with an agent's own rules. */
export type HostRules = { readonly host: HostName; readonly scope: RuleScope; readonly file: string } & (
  | { readonly state: 'read'; readonly imported: Imported }
  | { readonly state: 'unreadable'; readonly problem: string }
);

/**
 * The agents in use here: their program is on the PATH, their directory is in the home directory, or the project has rules for
 * them.
 */
export function hostsHere(places: InstallPlaces): readonly HostName[] {
  return HOST_NAMES.filter((host) => {
    const { program, directory } = HOSTS[host];
    return existsSync(directory(places)) || isOnPath(program, places.env.PATH) || rulesOfHost(host, places).length > 0;
  });
}

/** Files without a rule are left out. */
export function rulesOfHost(host: HostName, places: InstallPlaces): readonly HostRules[] {
  return (HOSTS[host].ruleFiles?.(places) ?? []).flatMap((files) =>
    filesIn(files).flatMap((file) => readRules(host, file, files) ?? []),
  );
}

function readRules(
  host: HostName,
  file: string,
  { scope, format, settingsDirectory }: HostRuleFiles,
): HostRules | null {
  const text = readTextFile(file);
  if (text.ok && text.value === null) return null;
  const about = { host, scope, file };
  if (!text.ok) return { ...about, state: 'unreadable', problem: formatNotice({ file, ...text.error }) };
  const options = { format, fileName: file, ...(settingsDirectory === undefined ? {} : { settingsDirectory }) };
  const imported = importRules(text.value ?? '', options);
  if (!imported.ok) return { ...about, state: 'unreadable', problem: formatNotice({ file, ...imported.error }) };
  const { rules, notCarriedOver } = imported.value;
  return rules.length + notCarriedOver.length === 0 ? null : { ...about, state: 'read', imported: imported.value };
}

function filesIn({ path, ending }: HostRuleFiles): readonly string[] {
  if (ending === undefined) return [path];
  return namesIn(path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(path, name));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((directory) => isAbsolute(directory) && existsSync(join(directory, program)));
}
