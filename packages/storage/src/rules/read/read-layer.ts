import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deadLink } from '../../files/read-text-file.ts';
import { systemErrorText } from '../../files/system-error.ts';
import type { FileLayer, LayerFiles } from '../../layers/locations.ts';
import type { FileNotice, RuleFile } from '../rule-file.ts';
import type { RuleFileOrigin } from './parse-rule-file.ts';
import { type ReadingOptions, readRuleFile } from './read-rule-file.ts';

/** The result of looking for a file. */
export type FileReport = { readonly file: string; readonly layer: FileLayer } & (
  | { readonly state: 'loaded'; readonly content: RuleFile }
  | { readonly state: 'missing' }
  | { readonly state: 'ignored'; readonly why: string }
  | { readonly state: 'failed'; readonly errors: readonly FileNotice[] }
);

export type LayerReading = { readonly reports: readonly FileReport[]; readonly warnings: readonly FileNotice[] };

/** The files of one directory, in the order in which their rules are tried. JSON applies only if there is no TOML. */
export function readLayer(files: LayerFiles, options: ReadingOptions = {}): LayerReading {
  const { layer, directory, settings, permissions, dropIns, legacy } = files;
  const lost = deadLink(directory);
  if (lost !== null) return { reports: [failedReport(directory, layer, lost)], warnings: [] };
  const toml = [
    readReport({ file: settings, layer, kind: 'settings' }, options),
    readReport({ file: permissions, layer }, options),
    ...(dropIns === undefined ? [] : readDropIns(dropIns, layer, options)),
  ];
  const json = [
    readReport({ file: legacy.settings, layer, kind: 'settings' }, options),
    readReport({ file: legacy.permissions, layer }, options),
  ].filter(({ state }) => state !== 'missing');

  const counting = toml.find(saysAnything);
  const settled = json.map((report) => settleJson(report, counting?.file));
  const reports = [...toml, ...settled.map(({ report }) => report)];
  return { reports, warnings: [...reports.flatMap(ownWarnings), ...settled.flatMap(({ warnings }) => warnings)] };
}

type LayerOrigin = RuleFileOrigin & { readonly layer: FileLayer };

function readReport(origin: LayerOrigin, options: ReadingOptions): FileReport {
  const { file, layer } = origin;
  const read = readRuleFile(origin, options);
  if (!read.ok) return { file, layer, state: 'failed', errors: read.error };
  return read.value === null
    ? { file, layer, state: 'missing' }
    : { file, layer, state: 'loaded', content: read.value };
}

function readDropIns(directory: string, layer: FileLayer, options: ReadingOptions): FileReport[] {
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith('.toml') && !name.startsWith('.'));
  } catch (error) {
    const lost = deadLink(directory);
    if (lost !== null) return [failedReport(directory, layer, lost)];
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return [failedReport(directory, layer, `cannot be read: ${systemErrorText(error)}`)];
  }
  const reports: FileReport[] = [];
  for (const name of names.sort()) reports.push(readReport({ file: join(directory, name), layer }, options));
  return reports;
}

function failedReport(file: string, layer: FileLayer, message: string): FileReport {
  return { file, layer, state: 'failed', errors: [{ file, message }] };
}

function saysAnything(report: FileReport): boolean {
  switch (report.state) {
    case 'missing':
    case 'ignored':
      return false;
    case 'failed':
      return true;
    case 'loaded':
      // Even an empty permissions file means that the user has moved to TOML.
      return !/^settings\b/.test(basename(report.file)) || hasContent(report.content);
  }
}

function hasContent({ rules, settings, tests }: RuleFile): boolean {
  return rules.length + tests.length > 0 || Object.keys(settings).length > 0;
}

function settleJson(report: FileReport, counting: string | undefined): { report: FileReport; warnings: FileNotice[] } {
  const { file, layer } = report;
  if (report.state === 'loaded' && !hasContent(report.content)) {
    return { report: { file, layer, state: 'ignored', why: 'says nothing about permissions' }, warnings: [] };
  }
  const remedy = `run \`caliban perms import --from ${file}\``;
  if (counting !== undefined) {
    const why = `${counting} applies instead`;
    const message = `this file is ignored, because ${why}; ${remedy} if its rules are still wanted, and remove it`;
    return { report: { file, layer, state: 'ignored', why }, warnings: [{ file, message }] };
  }
  const message = `JSON is read for now and will not be for long; ${remedy}`;
  return { report, warnings: report.state === 'loaded' ? [{ file, message }] : [] };
}

function ownWarnings(report: FileReport): readonly FileNotice[] {
  return report.state === 'loaded' ? report.content.warnings : [];
}
