import type { Layer, PermissionMode, Result, Rule } from '@caliban/gate';
import { DEFAULT_RULES } from '@caliban/gate/internal/defaults/default-rules';
import { fail, ok } from '@caliban/gate/internal/types/result';
import type { Locations } from './locations.ts';
import { looserModes } from './rules/looser-modes.ts';
import { mergeSettings } from './rules/merge-settings.ts';
import { type FileReport, readLayer } from './rules/read-layer.ts';
import type { ReadingOptions } from './rules/read-rule-file.ts';
import type { FileNotice, PermissionSettings, PolicyTest, ProjectRules, RuleFile, Sourced } from './rules/rule-file.ts';
import { loosens, tighten } from './rules/tighten.ts';

/** Everything the files said. */
export type LoadedRules = {
  /** Fails when any file does: the gate does not start on half a policy. */
  readonly policy: Result<LoadedPolicy, readonly FileNotice[]>;
  readonly warnings: readonly FileNotice[];
  /** What the files expect of the rules, in the same order; what judges them is `cli/src/checks`. */
  readonly tests: readonly PolicyTest[];
  /** Every file that was looked for, in the order in which their rules are tried. */
  readonly files: readonly FileReport[];
};

export type LoadedPolicy = {
  /** Managed, cli, local, project, user, built-in. Session rules enter between managed and cli. */
  readonly rules: readonly Rule[];
  /** What counts in the end, each with the line that says so. */
  readonly settings: PermissionSettings;
  /** Layers whose denies no other layer lifts. */
  readonly lockedLayers: readonly Layer[];
};

export type LoadOptions = ReadingOptions & {
  /** From the command line, in its order. */
  readonly cliRules?: readonly Rule[];
  readonly builtinRules?: readonly Rule[];
  /** What this user answered about this project's files. */
  readonly projectAnswer?: ProjectRules | undefined;
  /** How its rules apply without an answer: unless told otherwise, they may only tighten. */
  readonly unanswered?: ProjectRules | undefined;
};

export async function loadRules(
  { layers }: Pick<Locations, 'layers'>,
  {
    cliRules = [],
    builtinRules = DEFAULT_RULES,
    projectAnswer,
    unanswered,
    unread = false,
    replaced,
  }: LoadOptions = {},
): Promise<LoadedRules> {
  const readings = [];
  for (const files of layers) readings.push({ layer: files.layer, ...(await readLayer(files, { unread, replaced })) });
  const files = failuresOnce(readings.flatMap(({ reports }) => reports));
  const groups = readings.map(({ layer, reports }) => ({ layer, files: loadedFiles(reports) }));
  const { settings: untightened } = mergeSettings(groups);
  const tightened = tighten(groups, { settings: untightened, answer: projectAnswer, unanswered });
  const merged = mergeSettings(tightened.groups);
  const fromFiles = tightened.groups.flatMap((group) => group.files.flatMap((file) => file.rules));

  const errors = files.flatMap((report) => (report.state === 'failed' ? report.errors : []));
  const isManaged = ({ source }: Rule) => source.layer === 'managed';
  const rules = [
    ...fromFiles.filter(isManaged),
    ...cliRules,
    ...fromFiles.filter((rule) => !isManaged(rule)),
    ...builtinRules,
  ];
  const { settings } = merged;
  const lockedLayers = [...new Set([...merged.lockedLayers, ...tightened.lockedLayers])];
  return {
    policy: errors.length > 0 ? fail(errors) : ok({ rules, settings, lockedLayers }),
    tests: loadedFiles(files).flatMap(({ tests }) => tests),
    warnings: [...readings.flatMap((reading) => reading.warnings), ...merged.warnings, ...tightened.warnings],
    files,
  };
}

/** Project and local layer share a directory, and what is wrong with it. */
function failuresOnce(reports: readonly FileReport[]): readonly FileReport[] {
  const failed = new Set<string>();
  return reports.filter(({ file, state }) => state !== 'failed' || (!failed.has(file) && failed.add(file)));
}

/** What did load, also when something else did not. */
export function loadedFiles(reports: readonly FileReport[]): RuleFile[] {
  return reports.flatMap((report) => (report.state === 'loaded' ? [report.content] : []));
}

/** What the project's own files allow, whether or not it counts: for the operator to see before he says yes. */
export function allowedByProject({ files }: Pick<LoadedRules, 'files'>): readonly Rule[] {
  return loadedFiles(files).flatMap((file) => file.rules.filter(loosens));
}

/** The same for modes: where they would have a session start, if that is looser than what his own files say. */
export function modesByProject({ files }: Pick<LoadedRules, 'files'>): readonly Sourced<PermissionMode>[] {
  return looserModes(loadedFiles(files));
}
