import type { Layer } from '@caliban/gate';
import {
  type FileNotice,
  formatSource,
  type PermissionSettings,
  type RuleFile,
  type Sourced,
} from '../rules/rule-file.ts';
import type { FileLayer } from './locations.ts';
import { restrictSettings } from './restrict-settings.ts';

/** The files of one directory, in the order in which they are read. */
export type SettingsGroup = { readonly layer: FileLayer; readonly files: readonly RuleFile[] };

export type MergedSettings = {
  readonly settings: PermissionSettings;
  /** Layers with `enforce` in one of their files: no other layer can lift their denies. */
  readonly enforcedLayers: readonly Layer[];
  readonly warnings: readonly FileNotice[];
};

export function mergeSettings(groups: readonly SettingsGroup[]): MergedSettings {
  const warnings: FileNotice[] = [];
  const said = groups.map(({ layer, files }) => {
    const restricted = files.map(({ settings }) => restrictSettings(layer, settings));
    warnings.push(...restricted.flatMap((file) => file.warnings));
    // Within a directory the later file wins.
    const laterFirst = restricted.map(({ settings }) => settings).reverse();
    return { layer, settings: combine({ byRank: laterFirst, byNearness: laterFirst }) };
  });
  const from = (...layers: readonly FileLayer[]) =>
    layers.flatMap((layer) => said.filter((group) => group.layer === layer).map((group) => group.settings));

  const byRank = from('managed', 'user', 'project', 'local');
  const settings = combine({ byRank, byNearness: from('managed', 'local', 'project', 'user') });
  const lockable = ['managed', 'user'] as const;
  return {
    settings,
    enforcedLayers: lockable.filter((layer) => from(layer).some(({ enforce }) => enforce?.value === true)),
    warnings: [...warnings, ...overruledEnforce(byRank, settings.enforce)],
  };
}

type Combining = {
  /** Ordered by authority, for settings that protect the operator. */
  readonly byRank: readonly PermissionSettings[];
  /** The most specific first, for preferences. */
  readonly byNearness: readonly PermissionSettings[];
};

/** For settings that a layer can enforce, the strictest value of any layer applies. */
function combine({ byRank, byNearness }: Combining): PermissionSettings {
  const enforce = strictest(byRank, 'enforce', true);
  const defaultMode = byNearness.find((said) => said.defaultMode !== undefined)?.defaultMode;
  const auditLog = strictest(byRank, 'auditLog', 'required');
  const auditMaxBytes = byRank.find((said) => said.auditMaxBytes !== undefined)?.auditMaxBytes;
  const auditKeep = byRank.find((said) => said.auditKeep !== undefined)?.auditKeep;
  const projectRules = strictest(byRank, 'projectRules', 'tighten-only');
  const disableAutoMode = strictest(byRank, 'disableAutoMode', true);
  const seeThroughWrappers = strictest(byRank, 'seeThroughWrappers', true);
  const [staleAfter] = byRank
    .flatMap((said) => said.staleAfter ?? [])
    .sort((one, other) => Date.parse(one.value) - Date.parse(other.value));
  const hostFallback = strictest(byRank, 'hostFallback', 'deny', 'ask');
  return {
    ...(enforce && { enforce }),
    ...(defaultMode && { defaultMode }),
    ...(auditLog && { auditLog }),
    ...(auditMaxBytes && { auditMaxBytes }),
    ...(auditKeep && { auditKeep }),
    ...(projectRules && { projectRules }),
    ...(disableAutoMode && { disableAutoMode }),
    ...(seeThroughWrappers && { seeThroughWrappers }),
    ...(hostFallback && { hostFallback }),
    ...(staleAfter && { staleAfter }),
  };
}

/** `strict`: the enforceable values, strictest first. */
function strictest<Name extends keyof PermissionSettings>(
  byRank: readonly PermissionSettings[],
  name: Name,
  ...strict: readonly NonNullable<PermissionSettings[Name]>['value'][]
): PermissionSettings[Name] | undefined {
  const set = byRank.filter((said) => said[name] !== undefined);
  const holding = strict.flatMap((value) => set.find((said) => said[name]?.value === value) ?? []);
  return (holding[0] ?? set[0])?.[name];
}

function overruledEnforce(byRank: readonly PermissionSettings[], holding: Sourced<boolean> | undefined): FileNotice[] {
  if (holding?.value !== true) return [];
  return byRank.flatMap(({ enforce }) => {
    if (enforce === undefined || enforce.value) return [];
    const message = `\`enforce = false\` has no effect, because ${formatSource(holding)} says true; remove it`;
    return [{ file: enforce.file, line: enforce.line, message }];
  });
}
