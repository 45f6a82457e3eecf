import { basename } from 'node:path';
import { SANDBOX_SCOPES } from '@caliban/adapters/hosts';
import { type ExportFormat, exportRules, formatNotice, type RuleFile } from '@caliban/storage';
import { exportFile } from '@caliban/storage/export';
import { readTextFile } from '@caliban/storage/files';
import type { NotCarriedOver } from '@caliban/storage/import';
import { countComments, loadedFiles, mergeSettings, readLayer } from '@caliban/storage/rules';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ConfigurationError, UsageError } from '../../command-line/problems.ts';
import { printNotCarriedOver } from '../../output/import-report.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { compileSandbox, sandboxOfHost } from '../../sandbox/compile-sandbox.ts';
import { HOST_OF_FORMAT, SANDBOX_FORMATS, type SandboxFormat } from '../../sandbox/sandbox-formats.ts';

/** `perms export`: the rules of one scope and the settings of its files on stdout, and what couldn't be expressed on stderr. */
export async function exportTo(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const scope = args.text('scope') ?? 'project';
  const written = args.text('format');
  const sandboxFormat = SANDBOX_FORMATS.find((name) => name === written);
  if (sandboxFormat !== undefined) return exportSandbox(sandboxFormat, args, terminal);
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

  const sources = groups.flatMap(({ files }) => files.filter(saysAnything));
  const asItStands = format === 'toml' ? wholeFile(sources) : null;
  if (asItStands !== null) {
    terminal.out(asItStands);
    return 0;
  }
  const rules = sources.flatMap((file) => file.rules);
  const { text, notCarriedOver } = exportRules(rules, format, mergeSettings(groups).settings);
  terminal.out(text);
  printNotCarriedOver([...notCarriedOver, ...(format === 'toml' ? sources.flatMap(lostComments) : [])], terminal.err);
  return 0;
}

/** The rules in force here, as another agent's sandbox: what `install --sandbox` would write. */
async function exportSandbox(format: SandboxFormat, args: Args, terminal: Terminal): Promise<number> {
  const scope = args.text('scope') ?? 'project';
  const known = SANDBOX_SCOPES.find((name) => name === scope);
  if (known === undefined) throw new UsageError(`--format ${format} works with --scope ${SANDBOX_SCOPES.join(' or ')}`);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const sandbox = await sandboxOfHost(HOST_OF_FORMAT[format]);
  const { text, lost } = await compileSandbox(sandbox, { scope: known, locations, home: terminal.home });
  terminal.out(text);
  printNotCarriedOver(lost, terminal.err);
  return 0;
}

/** A file that is only about permissions keeps its comments; null if more than one such file has to be written. */
function wholeFile(sources: readonly RuleFile[]): string | null {
  const [only, ...others] = sources;
  if (only === undefined || others.length > 0 || isAboutMore(only) || !isToml(only)) return null;
  return exportFile(writtenIn(only));
}

function saysAnything(file: RuleFile): boolean {
  return !isAboutMore(file) || file.rules.length > 0 || Object.keys(file.settings).length > 0;
}

/** Models, servers and hooks aren't exported. */
function isAboutMore({ file }: RuleFile): boolean {
  return /^settings\b/.test(basename(file));
}

function isToml({ file }: RuleFile): boolean {
  return file.endsWith('.toml');
}

/** The layers have just been read; a file that is gone since has nothing to keep. */
function writtenIn({ file }: RuleFile): string {
  const text = readTextFile(file);
  return text.ok ? (text.value ?? '') : '';
}

function lostComments(source: RuleFile): readonly NotCarriedOver[] {
  const count = isToml(source) ? countComments(writtenIn(source)) : 0;
  if (count === 0) return [];
  const what = `${count === 1 ? 'one comment' : `${count} comments`} of ${source.file}`;
  return [
    { what, why: 'rules of several files, or of a file that cannot be printed as it is, are written without comments' },
  ];
}

/** `--json` is the name of this in the other verbs. */
function readFormat(args: Args): ExportFormat {
  const format = args.text('format');
  if (!args.isSet('json')) return (format ?? 'toml') as ExportFormat;
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} do not go together`);
  return 'json';
}
