import { loadedFiles } from '@caliban/storage/internal/load-rules';
import { type ExportFormat, exportRules } from '@caliban/storage/internal/rules/export/export-rules';
import { mergeSettings } from '@caliban/storage/internal/rules/merge-settings';
import { readLayer } from '@caliban/storage/internal/rules/read-layer';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ConfigurationError, UsageError } from '../../command-line/problems.ts';
import { printLosses } from '../../output/losses.ts';
import { locationsAt } from '../../places/locations-at.ts';
import { refuseMissingWorkspace } from '../../places/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms export`: the rules of one scope and what its files set beside them on stdout, what could not be said on stderr. */
export async function exportTo(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const scope = args.text('scope') ?? 'project';
  const format = readFormat(args);
  const { layers } = locationsAt({ workspace: args.text('workspace') }, terminal);
  const reports = [];
  const groups = [];
  for (const files of layers.filter(({ layer }) => layer === scope)) {
    const read = (await readLayer(files)).reports;
    reports.push(...read);
    groups.push({ layer: files.layer, files: loadedFiles(read) });
  }
  const errors = reports.flatMap((report) => (report.state === 'failed' ? report.errors : []));
  if (errors.length > 0) throw new ConfigurationError(errors.map(formatNotice));

  const rules = groups.flatMap(({ files }) => files.flatMap((file) => file.rules));
  const { text, notCarriedOver } = exportRules(rules, format, mergeSettings(groups).settings);
  terminal.out(text);
  printLosses(notCarriedOver, terminal.err);
  return 0;
}

/** `--json` is what the other verbs call it. */
function readFormat(args: Args): ExportFormat {
  const format = args.text('format');
  if (!args.isSet('json')) return (format ?? 'toml') as ExportFormat;
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} do not go together`);
  return 'json';
}
