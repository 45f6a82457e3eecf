import type { Layer, Result } from '@caliban/gate';
import { fail, ok } from '@caliban/gate/internal/types/result';
import { splitByteOrderMark } from '../rules/loaded-text.ts';
import { placedFindings } from '../rules/placed-findings.ts';
import { type Finding, LineTable, type Path } from '../rules/places.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import { isTable, kindOf, type Table } from '../rules/table.ts';
import { TOML } from '../rules/toml-syntax.ts';
import { belongsInside } from '../rules/unknown-keys.ts';
import { readAgent, readTui } from './sections/read-agent.ts';
import { readHooks } from './sections/read-hooks.ts';
import { readMcpServers } from './sections/read-mcp-servers.ts';
import { readModels } from './sections/read-models.ts';
import { readProviders } from './sections/read-providers.ts';
import type { Settings } from './settings.ts';
import { type Reading, TableReader } from './table-reader.ts';

export type ParsedSettings = { readonly settings: Settings; readonly warnings: readonly FileNotice[] };

export type SettingsOrigin = { readonly file: string; readonly layer: Layer };

/** Every error of the file, not only the first. `[permissions]` is read with the rules. */
export async function parseSettingsFile(
  written: string,
  { file, layer }: SettingsOrigin,
): Promise<Result<ParsedSettings, readonly FileNotice[]>> {
  const { text } = splitByteOrderMark(written);
  const document = TOML.parse(text);
  if (!document.ok) return fail([{ file, ...document.error }]);
  const { permissions, ...rest } = document.value;
  if (Object.keys(rest).length === 0) return ok({ settings: NO_SETTINGS, warnings: [] });

  const locate = await TOML.locator(text);
  const lines = new LineTable(text);
  const lineOf = (path: Path) => lines.placeOf(locate({ path, part: 'key' })).line;
  const placed = (findings: readonly Finding[]) => placedFindings(findings, { text, syntax: TOML }, file);

  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const sourced: Reading['sourced'] = (value, path) => ({ value, layer, file, line: lineOf(path) });
  const settings = readSections(rest, { file, sourced, errors, warnings });
  return errors.length > 0 ? fail(await placed(errors)) : ok({ settings, warnings: await placed(warnings) });
}

export const NO_SETTINGS: Settings = {
  models: {},
  providers: new Map(),
  mcpServers: new Map(),
  hooks: [],
  agent: {},
  tui: {},
};

function readSections(document: Table, reading: Reading): Settings {
  for (const key of Object.keys(document)) {
    // What stands outside `[permissions]` is an error already where the rules are read.
    if (SECTIONS.includes(key) || belongsInside(key)) continue;
    const message = `unknown key \`${key}\` is ignored; known are ${SECTIONS.join(', ')} and permissions`;
    reading.warnings.push({ spot: { path: [key], part: 'key' }, message });
  }
  return {
    models: readModels(section(document, 'models', reading)),
    providers: readProviders(section(document, 'providers', reading)),
    mcpServers: readMcpServers(section(document, 'mcp_servers', reading)),
    hooks: readHooks(document.hooks, reading),
    agent: readAgent(section(document, 'agent', reading)),
    tui: readTui(section(document, 'tui', reading)),
  };
}

const SECTIONS = ['models', 'providers', 'mcp_servers', 'hooks', 'agent', 'tui'];

function section(document: Table, key: string, reading: Reading): TableReader {
  const value = document[key] ?? {};
  if (isTable(value)) return new TableReader(value, [key], reading);
  const message = `\`${key}\` is ${kindOf(value)}; write a \`[${key}]\` table`;
  reading.errors.push({ spot: { path: [key], part: 'value' }, message });
  return new TableReader({}, [key], reading);
}
