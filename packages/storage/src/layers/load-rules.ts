import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import { DEFAULT_RULES, type Layer, type PermissionMode, type Rule } from '@caliban/gate';
import { type FileReport, readLayer } from '../rules/read/read-layer.ts';
import type { ReadingOptions } from '../rules/read/read-rule-file.ts';
import type {
  FileNotice,
  PermissionSettings,
  PolicyTest,
  ProjectRules,
  RuleFile,
  Sourced,
} from '../rules/rule-file.ts';
import type { Locations } from './locations.ts';
import { looserModes } from './looser-modes.ts';
import { mergeSettings } from './merge-settings.ts';
import { loosens, tighten } from './tighten.ts';

/** The contents of all rule files. */
export type LoadedRules = {
  /** Fails if any file does: the gate doesn't start on half a policy. */
  readonly policy: Result<LoadedPolicy, readonly FileNotice[]>;
  readonly warnings: readonly FileNotice[];
  /** The tests of the files, in the same order. `cli/src/checks` runs them. */
  readonly tests: readonly PolicyTest[];
  /** Every file that was looked for, in the order in which rules are tried. */
  readonly files: readonly FileReport[];
};

export type LoadedPolicy = {
  /** Managed, cli, local, project, user, built-in. Session rules are inserted between managed and cli. */
  readonly rules: readonly Rule[];
  /** The settings in force, each with the line that sets it. */
  readonly settings: PermissionSettings;
  /** Layers whose denies no other layer can lift. */
  readonly enforcedLayers: readonly Layer[];
};

export type LoadOptions = ReadingOptions & {
  /** From the command line, in its order. */
  readonly cliRules?: readonly Rule[];
  readonly builtinRules?: readonly Rule[];
  /** This user's answer about this project's files. */
  readonly projectAnswer?: ProjectRules | undefined;
  /** How project rules apply without an answer. Default: they may only tighten. */
  readonly unanswered?: ProjectRules | undefined;
};

export async function loadRules(
  { layers }: Pick<Locations, 'layers'>,
  { cliRules = [], builtinRules = DEFAULT_RULES, projectAnswer, unanswered, replaced }: LoadOptions = {},
): Promise<LoadedRules> {
  const readings = [];
  for (const files of layers) readings.push({ layer: files.layer, ...readLayer(files, { replaced }) });
  const files = failuresOnce(readings.flatMap(({ reports }) => reports));
  const groups = readings.map(({ layer, reports }) => ({ layer, files: loadedFiles(reports) }));
  const { settings: untightened } = mergeSettings(groups);
  const tightened = tighten(groups, { settings: untightened, answer: projectAnswer, unanswered });
  const merged = mergeSettings(tightened.groups);
  const stale = tightened.groups.flatMap((group) => staleSince(group.files) ?? []);
  const fromFiles = tightened.groups.flatMap(({ files }) => {
    const rules = files.flatMap((file) => file.rules);
    return staleSince(files) === null ? rules : rules.map(asked);
  });

  const errors = files.flatMap((report) => (report.state === 'failed' ? report.errors : []));
  const isManaged = ({ source }: Rule) => source.layer === 'managed';
  const rules = [
    ...fromFiles.filter(isManaged),
    ...cliRules,
    ...fromFiles.filter((rule) => !isManaged(rule)),
    ...builtinRules,
  ];
  const { settings } = merged;
  const enforcedLayers = [...new Set([...merged.enforcedLayers, ...tightened.enforcedLayers])];
  return {
    policy: errors.length > 0 ? fail(errors) : ok({ rules, settings, enforcedLayers }),
    tests: loadedFiles(files).flatMap(({ tests }) => tests),
    warnings: [
      ...readings.flatMap((reading) => reading.warnings),
      ...merged.warnings,
      ...tightened.warnings,
      ...stale.map(staleWarning),
    ],
    files,
  };
}

/** For the files of one directory. Null: they are fresh, or never get stale. */
function staleSince(files: readonly RuleFile[]): Sourced<string> | null {
  const said = files.flatMap(({ settings: { staleAfter } }) => staleAfter ?? []);
  return said.find(({ value }) => Date.now() >= Date.parse(value)) ?? null;
}

/** Stale allows become asks; denies stay. */
function asked(rule: Rule): Rule {
  return rule.action === 'allow' ? { ...rule, action: 'ask' } : rule;
}

function staleWarning({ file, line, value }: Sourced<string>): FileNotice {
  const message = `this policy is stale since ${value}, so its allows are asked about; run \`caliban hub sync\``;
  return { file, line, message };
}

/** The project and local layers share a directory and therefore its errors. */
function failuresOnce(reports: readonly FileReport[]): readonly FileReport[] {
  const failed = new Set<string>();
  return reports.filter(({ file, state }) => state !== 'failed' || (!failed.has(file) && failed.add(file)));
}

/** The files that loaded, even if others failed. */
export function loadedFiles(reports: readonly FileReport[]): RuleFile[] {
  return reports.flatMap((report) => (report.state === 'loaded' ? [report.content] : []));
}

/** The project's own allow rules, in force or not: shown to the operator before they accept them. */
export function allowedByProject({ files }: Pick<LoadedRules, 'files'>): readonly Rule[] {
  return loadedFiles(files).flatMap((file) => file.rules.filter(loosens));
}

/** The same for modes: the start modes the project sets that are looser than the operator's own. */
export function modesByProject({ files }: Pick<LoadedRules, 'files'>): readonly Sourced<PermissionMode>[] {
  return looserModes(loadedFiles(files));
}
