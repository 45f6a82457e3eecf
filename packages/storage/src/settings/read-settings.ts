import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { readTextFile } from '../files/read-text-file.ts';
import type { FileLayer, LayerFiles, Locations } from '../layers/locations.ts';
import type { FileNotice, Sourced } from '../rules/rule-file.ts';
import { type CountingFile, mergeSettingsFiles } from './merge-settings-files.ts';
import { NO_SETTINGS, type ParsedSettings, parseSettingsFile } from './parse-settings-file.ts';
import type { Settings } from './settings.ts';
import { restrictUntrusted, type WithheldSetting, withheldNotice } from './withheld-settings.ts';

export type LoadedSettings = {
  /** Fails if any file does. */
  readonly settings: Result<Settings, readonly FileNotice[]>;
  readonly warnings: readonly FileNotice[];
  /** Settings that the project asks for and doesn't get; the warnings list them too. Empty if the project is trusted. */
  readonly withheld: readonly WithheldSetting[];
};

export type ReadSettingsOptions = {
  /** The operator has accepted exactly these files. Otherwise only `trust_project_settings` lets them choose what runs. */
  readonly projectIsTrusted: boolean;
  /** The operator was asked about them, whatever the answer was. */
  readonly wasAsked?: boolean;
};

/** `settings.toml` of every layer as one value. */
export async function readSettings(
  { layers }: Pick<Locations, 'layers'>,
  { projectIsTrusted, wasAsked = false }: ReadSettingsOptions,
): Promise<LoadedSettings> {
  const files: SettingsFile[] = [];
  const errors: FileNotice[] = [];
  for (const place of layers) {
    const parsed = await readFile(place);
    if (parsed.ok) files.push({ layer: place.layer, ...parsed.value });
    else errors.push(...parsed.error);
  }
  const isTrusted = projectIsTrusted || trustsProjects(files);
  const counted = files.map((file) => count(file, { isTrusted }));
  const merged = mergeSettingsFiles(counted);
  const wrong = [...errors, ...merged.errors];
  const withheld = counted.flatMap((file) => file.withheld);
  return {
    settings: wrong.length > 0 ? fail(wrong) : ok(merged.settings),
    warnings: [
      ...counted.flatMap((file) => file.warnings),
      ...withheld.map((each) => withheldNotice(each, { wasAsked })),
      ...merged.warnings,
    ],
    withheld,
  };
}

type SettingsFile = ParsedSettings & { readonly layer: FileLayer };

async function readFile({ settings: file, layer }: LayerFiles): Promise<Result<ParsedSettings, readonly FileNotice[]>> {
  const text = readTextFile(file);
  if (!text.ok) return fail([{ file, ...text.error }]);
  return text.value === null
    ? ok({ settings: NO_SETTINGS, warnings: [] })
    : parseSettingsFile(text.value, { file, layer });
}

/** Managed before user: that is the order of the files. */
function trustsProjects(files: readonly SettingsFile[]): boolean {
  const said = files.find(({ layer, settings }) => isOperators(layer) && settings.agent.trustProjectSettings);
  return said?.settings.agent.trustProjectSettings?.value === true;
}

type CountedFile = CountingFile & {
  readonly withheld: readonly WithheldSetting[];
  readonly warnings: readonly FileNotice[];
};

function count({ layer, settings, warnings }: SettingsFile, { isTrusted }: { isTrusted: boolean }): CountedFile {
  if (isOperators(layer)) return { layer, settings, confined: false, withheld: [], warnings };
  const own = withoutOwnTrust(layer, settings);
  const ofProject = withoutServer(layer, own.settings);
  const all = [...warnings, ...own.warnings, ...ofProject.warnings];
  if (isTrusted) return { layer, settings: ofProject.settings, confined: false, withheld: [], warnings: all };
  return { layer, ...restrictUntrusted(ofProject.settings), confined: true, warnings: all };
}

function isOperators(layer: FileLayer): boolean {
  return layer === 'managed' || layer === 'user';
}

/** A project can't declare itself trusted. */
function withoutOwnTrust(layer: FileLayer, settings: Settings): ParsedSettings {
  const { trustProjectSettings, ...agent } = settings.agent;
  if (trustProjectSettings === undefined) return { settings, warnings: [] };
  const { file, line } = trustProjectSettings;
  const message = `\`trust_project_settings\` is ignored in a ${layer} file; write it in your own settings.toml`;
  return { settings: { ...settings, agent }, warnings: [{ file, line, message }] };
}

/** One server serves all projects of a user, and a project may not choose whom it notifies. */
function withoutServer(layer: FileLayer, { serve, inbox, notify, ...settings }: Settings): ParsedSettings {
  const said: readonly (readonly [string, Sourced<unknown> | undefined])[] = [
    ['[serve]', Object.values(serve)[0]],
    ['[inbox]', Object.values(inbox)[0]],
    ['[[notify]]', notify[0]],
  ];
  const warnings = said.flatMap(([name, first]) => {
    if (first === undefined) return [];
    const { file, line } = first;
    return [{ file, line, message: `\`${name}\` is ignored in a ${layer} file; write it in your own settings.toml` }];
  });
  return { settings: { ...settings, serve: {}, inbox: {}, notify: [] }, warnings };
}
