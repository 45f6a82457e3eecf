import { AUTO_MODE_LISTS_VERSION } from '@caliban/gate/internal/defaults/auto-mode-lists';
import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import type { FileReport } from '@caliban/storage/internal/rules/read-layer';
import { type FileNotice, formatNotice, type RuleFile } from '@caliban/storage/internal/rules/rule-file';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { CONFIGURATION_EXIT } from '../command-line/exit-codes.ts';
import type { AutoModeReport } from '../doctor/auto-mode-files.ts';
import { logProblem } from '../doctor/log-problem.ts';
import { type OutsideReport, outsideReport } from '../doctor/outside-report.ts';
import { outsideText } from '../doctor/outside-text.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { inColumns } from '../output/columns.ts';
import { jsonText } from '../output/json.ts';
import { fileJson, settingsJson } from '../output/settings-json.ts';
import { settingsText } from '../output/settings-text.ts';
import { withoutRepeats } from '../output/warnings.ts';
import { refuseMissingWorkspace } from '../places/refuse-missing-workspace.ts';
import { inspectSettings, type SettingsReport } from '../policy/load-settings.ts';
import { unacceptedText } from '../policy/unaccepted.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';

/** `caliban doctor`: the resolved settings and how they came about; exits 78 where a start would be refused. */
export async function doctor(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const report = await inspectSettings(args, terminal);
  const { loaded, locations, answer } = report;
  const permissions = loaded.policy.ok ? loaded.policy.value.settings : {};
  const named = { model: args.text('model'), autoModeConfig: args.text('auto-mode-config') };
  const outside = await outsideReport({ locations, permissions, answer, ...named }, terminal);
  if (args.isSet('json')) terminal.out(jsonText(doctorJson(report, outside)));
  else for (const line of doctorText(report, outside)) terminal.out(`${line}\n`);
  return report.settings.ok && outside.errors.length === 0 ? 0 : CONFIGURATION_EXIT;
}

function versions() {
  return {
    caliban: version(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    autoModeLists: AUTO_MODE_LISTS_VERSION,
  };
}

function versionRows(): readonly (readonly string[])[] {
  const { autoModeLists, ...others } = versions();
  return [...Object.entries(others), ['auto-mode lists', String(autoModeLists)]];
}

function doctorJson({ settings, loaded, locations, unaccepted }: SettingsReport, outside: OutsideReport): object {
  const { autoMode, models, mcpServers, hooks, hosts, errors } = outside;
  const warnings = fileWarnings(loaded, outside);
  return {
    versions: versions(),
    logFile: decisionLogFile(locations),
    logProblem: brokenLog({ settings, locations }),
    autoModeFiles: autoMode,
    models,
    mcpServers,
    hooks,
    hosts,
    unaccepted: unaccepted?.count ?? 0,
    ...(settings.ok && errors.length === 0
      ? { starts: true, ...settingsJson(settings.value), warnings }
      : {
          starts: false,
          problems: [...(settings.ok ? [] : settings.error.messages), ...errors.map(formatNotice)],
          workspace: locations.workspace,
          warnings,
          files: loaded.files.map(fileJson),
        }),
  };
}

function doctorText(
  { settings, loaded, locations, unaccepted }: SettingsReport,
  outside: OutsideReport,
): readonly string[] {
  const problems = [...(settings.ok ? [] : settings.error.messages), ...outside.errors.map(formatNotice)];
  const broken = brokenLog({ settings, locations });
  const warnings = [
    ...fileWarnings(loaded, outside).map(formatNotice),
    ...(unaccepted === null ? [] : [unacceptedText(unaccepted)]),
    ...(broken === null
      ? []
      : [visible(`the decision log ${decisionLogFile(locations)} cannot be written: ${broken}`)]),
  ];
  const resolved = settings.ok
    ? settingsText(settings.value)
    : [`workspace  ${locations.workspace}`, `log file   ${decisionLogFile(locations)}`].map(visible);
  return [
    ...inColumns(versionRows()),
    '',
    ...resolved,
    '',
    'files',
    ...inColumns([...loaded.files, ...outside.autoMode].map(fileRow)).map((line) => `  ${visible(line)}`),
    ...outsideText(outside),
    ...listed('warnings', warnings),
    ...listed('caliban would not start', problems),
    '',
    settings.ok && problems.length === 0
      ? `${plural(settings.value.rules.length, 'rule')} in force; \`caliban perms list --effective\` shows them`
      : 'put this right first',
  ];
}

function fileWarnings(loaded: SettingsReport['loaded'], outside: OutsideReport): readonly FileNotice[] {
  return withoutRepeats([...loaded.warnings, ...outside.warnings]);
}

/** A log that is switched off may be as broken as it likes. */
function brokenLog({ settings, locations }: Pick<SettingsReport, 'settings' | 'locations'>): string | null {
  const isOff = settings.ok && settings.value.audit.log.value === false;
  return isOff ? null : logProblem(decisionLogFile(locations));
}

function fileRow(report: FileReport | AutoModeReport): readonly string[] {
  const { layer, file } = report;
  return [layer, stateText(report), report.state === 'ignored' ? `${file}: ${report.why}` : file];
}

function stateText(report: FileReport | AutoModeReport): string {
  switch (report.state) {
    case 'loaded':
      if ('content' in report) return rulesText(report.content);
      return report.isSwitchedOff ? 'switches auto mode off' : plural(report.entries, 'list item');
    case 'missing':
      return 'not there';
    case 'ignored':
      return 'ignored';
    case 'failed':
      return 'does not load';
  }
}

function rulesText({ rules, legacyForms }: RuleFile): string {
  return `${plural(rules.length, 'rule')}${legacyForms.length > 0 ? `, outdated form (${legacyForms.join(', ')})` : ''}`;
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}
