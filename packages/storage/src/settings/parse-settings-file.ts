import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { Layer } from '@caliban/gate';
import { parseText, splitByteOrderMark } from '../documents/parsed-text.ts';
import type { Finding } from '../documents/places.ts';
import { isTable, kindOf, type Table } from '../documents/table.ts';
import { belongsInside } from '../rules/read/unknown-keys.ts';
import type { FileNotice } from '../rules/rule-file.ts';
import { readAgent, readTui } from './sections/read-agent.ts';
import { readHooks } from './sections/read-hooks.ts';
import { readInbox, readNotify, readServe } from './sections/read-inbox.ts';
import { readMcpServers } from './sections/read-mcp-servers.ts';
import { readModels } from './sections/read-models.ts';
import { readProviders } from './sections/read-providers.ts';
import { readSandbox } from './sections/read-sandbox.ts';
import type { Settings } from './settings.ts';
import { type Reading, TableReader } from './table-reader.ts';

export type ParsedSettings = { readonly settings: Settings; readonly warnings: readonly FileNotice[] };

export type SettingsOrigin = { readonly file: string; readonly layer: Layer };

/** Reports every error of the file, not only the first. `[permissions]` is read with the rules. */
export function parseSettingsFile(
  written: string,
  { file, layer }: SettingsOrigin,
): Result<ParsedSettings, readonly FileNotice[]> {
  const parsed = parseText(splitByteOrderMark(written).text);
  if (!parsed.ok) return fail([{ file, ...parsed.error }]);
  const { permissions, ...rest } = parsed.value.table;
  if (Object.keys(rest).length === 0) return ok({ settings: NO_SETTINGS, warnings: [] });

  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const sourced: Reading['sourced'] = (value, path) => ({ value, layer, file, line: parsed.value.lineOf(path) });
  const settings = readSections(rest, { file, sourced, errors, warnings });
  const placed = (findings: readonly Finding[]) => parsed.value.notices(file, findings);
  return errors.length > 0 ? fail(placed(errors)) : ok({ settings, warnings: placed(warnings) });
}

export const NO_SETTINGS: Settings = {
  models: {},
  providers: new Map(),
  mcpServers: new Map(),
  hooks: [],
  agent: {},
  tui: {},
  sandbox: {},
  serve: {},
  inbox: {},
  notify: [],
};

function readSections(document: Table, reading: Reading): Settings {
  for (const key of Object.keys(document)) {
    // A permission key outside `[permissions]` is already reported by the rule reader.
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
    sandbox: readSandbox(section(document, 'sandbox', reading)),
    serve: readServe(section(document, 'serve', reading)),
    inbox: readInbox(section(document, 'inbox', reading)),
    notify: readNotify(document.notify, reading),
  };
}

const SECTIONS = ['models', 'providers', 'mcp_servers', 'hooks', 'agent', 'tui', 'sandbox', 'serve', 'inbox', 'notify'];

function section(document: Table, key: string, reading: Reading): TableReader {
  const value = document[key] ?? {};
  if (isTable(value)) return new TableReader(value, [key], reading);
  const message = `\`${key}\` is ${kindOf(value)}; write a \`[${key}]\` table`;
  reading.errors.push({ spot: { path: [key], part: 'value' }, message });
  return new TableReader({}, [key], reading);
}
