import { loadedFiles } from '@caliban/storage/internal/load-rules';
import { type ExportFormat, exportRules } from '@caliban/storage/internal/rules/export/export-rules';
import { readLayer } from '@caliban/storage/internal/rules/read-layer';
import { formatNotice } from '@caliban/storage/internal/rules/rule-file';
import { type Args, refuseOperands } from '../../args.ts';
import { printLosses } from '../../output/losses.ts';
import { locationsAt } from '../../places.ts';
import { ConfigurationError } from '../../problems.ts';
import type { Terminal } from '../../terminal.ts';

/** `perms export`: the rules of one scope on stdout, what could not be said on stderr. */
export async function exportTo(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const scope = args.text('scope') ?? 'project';
  const format = (args.text('format') ?? 'toml') as ExportFormat;
  const { layers } = locationsAt({ workspace: args.text('workspace') }, terminal);
  const reports = [];
  for (const files of layers.filter(({ layer }) => layer === scope)) reports.push(...(await readLayer(files)).reports);
  const errors = reports.flatMap((report) => (report.state === 'failed' ? report.errors : []));
  if (errors.length > 0) throw new ConfigurationError(errors.map(formatNotice));

  const rules = loadedFiles(reports).flatMap((file) => file.rules);
  const { text, notCarriedOver } = exportRules(rules, format);
  terminal.out(text);
  printLosses(notCarriedOver, terminal.err);
  return 0;
}
