import { existsSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { HOST_NAMES, type HostName } from '@caliban/adapters/internal/hosts/host-adapter';
import { readTextFile } from '@caliban/storage/internal/files/read-text-file';
import { importRules } from '@caliban/storage/internal/rules/import/import-rules';
import type { Imported, ImportFormat } from '@caliban/storage/internal/rules/import/imported';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import type { Terminal } from '../process/terminal.ts';

/** Where an agent looks for rules, and for itself. */
export type HostPlaces = Pick<Terminal, 'home' | 'env'> & { readonly workspace: string };

/** The scope of ours that says the same to the same people. */
export type RuleScope = 'user' | 'project' | 'local';

/** A file in which an agent keeps rules of its own. */
export type HostRules = { readonly host: HostName; readonly scope: RuleScope; readonly file: string } & (
  | { readonly state: 'read'; readonly imported: Imported }
  | { readonly state: 'unreadable'; readonly problem: string }
);

export const HOST_TITLES: Readonly<Record<HostName, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  cursor: 'Cursor',
  copilot: 'Copilot CLI',
  'qwen-code': 'Qwen Code',
  opencode: 'opencode',
};

/** The agents in use here: their program is on the PATH, their directory is in the home, or the project has rules for them. */
export function hostsHere(places: HostPlaces): readonly HostName[] {
  return HOST_NAMES.filter((host) => {
    const { program, directory } = SIGNS[host];
    return existsSync(directory(places)) || isOnPath(program, places.env.PATH) || rulesOfHost(host, places).length > 0;
  });
}

/** Files without a rule are left out. */
export function rulesOfHost(host: HostName, places: HostPlaces): readonly HostRules[] {
  return (RULE_FILES[host]?.(places) ?? []).flatMap(
    ({ file, scope, format, settingsDirectory }): readonly HostRules[] => {
      const text = readTextFile(file);
      if (text.ok && text.value === null) return [];
      const about = { host, scope, file };
      if (!text.ok) return [{ ...about, state: 'unreadable', problem: formatNotice({ file, ...text.error }) }];
      const options = { format, fileName: file, ...(settingsDirectory === undefined ? {} : { settingsDirectory }) };
      const imported = importRules(text.value ?? '', options);
      if (!imported.ok) return [{ ...about, state: 'unreadable', problem: formatNotice({ file, ...imported.error }) }];
      const { rules, notCarriedOver } = imported.value;
      return rules.length + notCarriedOver.length === 0 ? [] : [{ ...about, state: 'read', imported: imported.value }];
    },
  );
}

type RuleFile = {
  readonly file: string;
  readonly scope: RuleScope;
  readonly format: ImportFormat;
  readonly settingsDirectory?: string;
};

/** Cursor and Copilot CLI keep none that we can read. */
const RULE_FILES: Readonly<Partial<Record<HostName, (places: HostPlaces) => readonly RuleFile[]>>> = {
  'claude-code': (places) => {
    const { workspace } = places;
    return [
      {
        file: join(claudeHome(places), 'settings.json'),
        scope: 'user',
        format: 'claude',
        settingsDirectory: '~/.claude',
      },
      { file: join(workspace, '.claude/settings.json'), scope: 'project', format: 'claude' },
      { file: join(workspace, '.claude/settings.local.json'), scope: 'local', format: 'claude' },
    ];
  },
  codex: (places) => [
    ...inDirectory(join(codexHome(places), 'rules'), '.rules', { scope: 'user', format: 'codex' }),
    ...inDirectory(join(places.workspace, '.codex/rules'), '.rules', { scope: 'project', format: 'codex' }),
  ],
  'gemini-cli': ({ home, workspace }) => [
    { file: join(home, '.gemini/settings.json'), scope: 'user', format: 'gemini' },
    ...inDirectory(join(home, '.gemini/policies'), '.toml', { scope: 'user', format: 'gemini' }),
    { file: join(workspace, '.gemini/settings.json'), scope: 'project', format: 'gemini' },
    ...inDirectory(join(workspace, '.gemini/policies'), '.toml', { scope: 'project', format: 'gemini' }),
  ],
  opencode: (places) => [
    ...['opencode.json', 'opencode.jsonc'].flatMap((name): readonly RuleFile[] => [
      { file: join(opencodeHome(places), name), scope: 'user', format: 'opencode' },
      { file: join(places.workspace, name), scope: 'project', format: 'opencode' },
    ]),
  ],
};

function inDirectory(
  directory: string,
  ending: string,
  about: Pick<RuleFile, 'scope' | 'format'>,
): readonly RuleFile[] {
  return namesIn(directory)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ file: join(directory, name), ...about }));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const SIGNS: Readonly<
  Record<HostName, { readonly program: string; readonly directory: (places: HostPlaces) => string }>
> = {
  'claude-code': { program: 'claude', directory: claudeHome },
  codex: { program: 'codex', directory: codexHome },
  'gemini-cli': { program: 'gemini', directory: ({ home }) => join(home, '.gemini') },
  cursor: { program: 'cursor-agent', directory: ({ home }) => join(home, '.cursor') },
  copilot: { program: 'copilot', directory: ({ home, env }) => env.COPILOT_HOME ?? join(home, '.copilot') },
  'qwen-code': { program: 'qwen', directory: ({ home }) => join(home, '.qwen') },
  opencode: { program: 'opencode', directory: opencodeHome },
};

function claudeHome({ home, env }: HostPlaces): string {
  return named(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude');
}

function codexHome({ home, env }: HostPlaces): string {
  return named(env.CODEX_HOME) ?? join(home, '.codex');
}

function opencodeHome({ home, env }: HostPlaces): string {
  const { XDG_CONFIG_HOME: xdg = '' } = env;
  return join(isAbsolute(xdg) ? xdg : join(home, '.config'), 'opencode');
}

function named(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((directory) => isAbsolute(directory) && existsSync(join(directory, program)));
}
