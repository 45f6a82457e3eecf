import { plural, visible } from '@caliban/calls/text';
import { formatPattern, type Rule } from '@caliban/gate';
import { type FileNotice, formatNotice, loadRules } from '@caliban/storage';
import { loadedFiles } from '@caliban/storage/rules';
import type { Unaccepted } from '@caliban/storage/trust';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ConfigurationError } from '../../command-line/problems.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { ruleJson } from '../../output/rule-json.ts';
import { settingsJson } from '../../output/settings-json.ts';
import { settingsText } from '../../output/settings-text.ts';
import { shortPath } from '../../output/short-path.ts';
import { printWarnings } from '../../output/warnings.ts';
import { fitted, wrapped } from '../../output/wrapped.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import { inspectSettings, settingsOrThrow } from '../../policy/load-settings.ts';
import { projectAnswer } from '../../policy/project-answer.ts';
import { unacceptedOf, unacceptedText } from '../../policy/unaccepted.ts';
import type { Terminal } from '../../process/terminal.ts';
import { cliRule } from '../../rules/given-rule.ts';

/** `perms list`: the rules in the files; `--effective`: all rules that apply, in the order in which they are tried. */
export async function list(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  return args.isSet('effective') ? listEffective(args, terminal) : listFiles(args, terminal);
}

async function listEffective(args: Args, terminal: Terminal): Promise<number> {
  const report = await inspectSettings(args, terminal);
  const settings = settingsOrThrow(report);
  const rows = settings.rules.map((rule, index) => ({ rule, index: index + 1 })).filter(isIn(args));
  if (args.isSet('json')) {
    const rules = rows.map(({ rule, index }) => ({ index, ...ruleJson(rule) }));
    terminal.out(jsonText({ ...settingsJson(settings), rules }));
    return 0;
  }
  printWarnings(settings.warnings, terminal);
  noteUnaccepted(report.unaccepted, terminal);
  showRows(rows, terminal);
  for (const line of ['', ...settingsText(settings, { here: terminal })]) terminal.out(`${line}\n`);
  return 0;
}

async function listFiles(args: Args, terminal: Terminal): Promise<number> {
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const loaded = await loadRules(locations, { cliRules: args.rules.map(cliRule), unanswered: 'use' });
  const { policy, files, warnings } = loaded;
  if (!policy.ok) throw new ConfigurationError(policy.error.map(formatNotice));
  const numbers = numbersIn([...loadedFiles(files), ...withoutFile(policy.value.rules)]);
  const showsBuiltin = args.isSet('all') || args.text('scope') === 'builtin';
  const listed = policy.value.rules.filter(({ source }) => source.layer !== 'builtin' || showsBuiltin);
  const rows = listed.map((rule) => ({ rule, index: numbers.get(rule) ?? null })).filter(isIn(args));
  show(rows, warnings, args, terminal);
  const hidden = policy.value.rules.length - listed.length;
  if (hidden > 0 && args.text('scope') === undefined && terminal.columns !== undefined && !args.isSet('json'))
    terminal.out(
      paint('dim', `and ${plural(hidden, 'built-in rule')} behind them: caliban perms list --all\n`, terminal),
    );
  noteUnaccepted(await unacceptedOf(locations, loaded, await projectAnswer(locations)), terminal);
  return 0;
}

/** On standard error, so that the output contains only the list. */
function noteUnaccepted(unaccepted: Unaccepted | null, terminal: Terminal): void {
  if (unaccepted !== null) terminal.err(fitted(`note: ${unacceptedText(unaccepted)}\n`, terminal));
}

function show(rows: readonly Row[], warnings: readonly FileNotice[], args: Args, terminal: Terminal): void {
  if (args.isSet('json')) {
    const rules = rows.map(({ rule, index }) => ({ index, ...ruleJson(rule) }));
    terminal.out(jsonText({ rules, warnings }));
    return;
  }
  printWarnings(warnings, terminal);
  showRows(rows, terminal);
  if (rows.length === 0) terminal.out("no rules; add one with `caliban perms add 'Bash:git *' allow`\n");
}

/**
 * Each file is numbered separately. Files that `perms remove` doesn't change have no numbers, which could be mistaken for others.
 */
function numbersIn(
  files: readonly { readonly file?: string; readonly rules: readonly Rule[] }[],
): ReadonlyMap<Rule, number> {
  const counted = files.filter(({ file }) => file === undefined || !/[/\\]settings(?:\.local)?\.toml$/.test(file));
  return new Map(counted.flatMap(({ rules }) => rules.map((rule, index) => [rule, index + 1] as const)));
}

function withoutFile(rules: readonly Rule[]): readonly { readonly rules: readonly Rule[] }[] {
  return (['cli', 'builtin'] as const).map((layer) => ({
    rules: rules.filter(({ source }) => source.layer === layer),
  }));
}

/** `index`: its number for people and `perms remove`; null if it has none. */
type Row = { readonly rule: Rule; readonly index: number | null };

function isIn(args: Args): (row: Row) => boolean {
  const scope = args.text('scope');
  return ({ rule }) => scope === undefined || rule.source.layer === scope;
}

function showRows(rows: readonly Row[], terminal: Terminal): void {
  const cells = rows.map(({ rule: { pattern, action, source, comment, confined }, index }) => [
    String(index ?? '-').padStart(String(rows.length).length),
    action,
    `${visible(formatPattern(pattern))}${confined === true ? ' (confined)' : ''}`,
    source.layer,
    [
      ...(source.file === undefined ? [] : [visible(`${shortPath(source.file, terminal)}:${source.line}`)]),
      ...(comment === undefined ? [] : [visible(`# ${comment}`)]),
    ].join('  '),
  ]);
  inColumns(cells).forEach((line, index) => {
    const { action } = (rows[index] as Row).rule;
    const shown = wrapped(line, { indent: String(rows.length).length + 2 + WIDEST_ACTION + 2, terminal });
    terminal.out(`${paint(action, shown, terminal)}\n`);
  });
}

const WIDEST_ACTION = 'allow'.length;
