import { plural, visible } from '@caliban/calls/text';
import { AUTO_MODE_LISTS_VERSION } from '@caliban/gate/defaults';
import { type FileNotice, type FileReport, formatNotice, type RuleFile } from '@caliban/storage';
import { type Args, refuseOperands } from '../command-line/args.ts';
import { CONFIGURATION_EXIT, FOUND_EXIT } from '../command-line/exit-codes.ts';
import type { AutoModeReport } from '../doctor/auto-mode-files.ts';
import { type Check, type CheckedFacts, checksOf, todosOf } from '../doctor/checks.ts';
import { measureHookStart } from '../doctor/hook-start.ts';
import { logProblem } from '../doctor/log-problem.ts';
import { type OutsideReport, outsideReport } from '../doctor/outside-report.ts';
import { outsideText } from '../doctor/outside-text.ts';
import { unimportedRules } from '../doctor/unimported-rules.ts';
import { hookProgram } from '../install/hook-program.ts';
import { hostsHere } from '../install/host-rules.ts';
import { installedSandboxes } from '../install/host-sandboxes.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { inColumns } from '../output/columns.ts';
import { jsonText } from '../output/json.ts';
import { paint } from '../output/paint.ts';
import { fileJson, settingsJson } from '../output/settings-json.ts';
import { settingsText } from '../output/settings-text.ts';
import { type Here, shortPath } from '../output/short-path.ts';
import { withoutRepeats } from '../output/warnings.ts';
import { wrapped } from '../output/wrapped.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import { inspectSettings, type SettingsReport } from '../policy/load-settings.ts';
import type { Terminal } from '../process/terminal.ts';
import { version } from '../process/version.ts';
import { complaintsAbout, isHint } from '../rules/complaints.ts';
import { sandboxFacts } from '../sandbox/sandbox-facts.ts';
import { serverStatus } from '../serve/server-control.ts';
import { serverPlace } from '../serve/server-place.ts';

/**
 * `caliban doctor`: what was loaded from where, the checks, and a verdict. Exits 78 if a start would be refused, 1 if something
 * needs to be done.
 */
export async function doctor(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const report = await inspectSettings(args, terminal);
  const { loaded, locations, answer } = report;
  const permissions = loaded.policy.ok ? loaded.policy.value.settings : {};
  const named = { model: args.text('model'), autoModeConfig: args.text('auto-mode-config') };
  const outside = await outsideReport({ locations, permissions, answer, ...named }, terminal);
  const facts = await checkedFacts(report, outside, terminal);
  const checks = checksOf(facts);
  const todos = todosOf(checks);
  if (args.isSet('json')) terminal.out(jsonText(doctorJson(report, outside, { facts, checks, todos })));
  else
    for (const line of doctorText(report, outside, { checks, todos, showsAll: args.isSet('all') }, terminal))
      terminal.out(`${line}\n`);
  if (facts.problems.length > 0) return CONFIGURATION_EXIT;
  return todos.length === 0 ? 0 : FOUND_EXIT;
}

type Checked = { readonly facts: CheckedFacts; readonly checks: readonly Check[]; readonly todos: readonly string[] };

async function checkedFacts(
  { settings, loaded, locations, unaccepted }: SettingsReport,
  outside: OutsideReport,
  terminal: Terminal,
): Promise<CheckedFacts> {
  const places = { home: terminal.home, env: terminal.env, workspace: locations.workspace };
  const rules = settings.ok ? settings.value.rules : [];
  const { complaints } = await complaintsAbout(locations, terminal);
  return {
    problems: [...(settings.ok ? [] : settings.error.messages), ...outside.errors.map(formatNotice)],
    warnings: fileWarnings(loaded, outside).map(formatNotice),
    ruleCount: rules.length,
    unaccepted,
    // The warnings of a file are already listed.
    lintFindings: complaints.filter(
      (each) => !isHint(each) && each.kind !== 'file-warning' && each.kind !== 'load-error',
    ).length,
    logFile: decisionLogFile(locations),
    logProblem: brokenLog({ settings, locations }),
    outside,
    agentsHere: hostsHere(places),
    unimported: settings.ok ? unimportedRules(places, rules) : [],
    places: { cwd: terminal.cwd, home: terminal.home },
    notify: (await serverStatus(serverPlace(terminal).files))?.notify ?? [],
    hookStart: measureHookStart(hookProgram('user').words, terminal),
    sandbox:
      settings.ok && outside.errors.length === 0 ? await sandboxFacts(settings.value, locations, terminal) : null,
    hostSandboxes: settings.ok ? await installedSandboxes(locations, places) : [],
  };
}

function versions() {
  return {
    caliban: version(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    autoModeLists: AUTO_MODE_LISTS_VERSION,
  };
}

function doctorJson(
  { settings, loaded, locations, unaccepted }: SettingsReport,
  outside: OutsideReport,
  { facts, checks, todos }: Checked,
): object {
  const { autoMode, models, mcpServers, hooks, hosts, errors } = outside;
  const warnings = fileWarnings(loaded, outside);
  return {
    ready: todos.length === 0,
    todos,
    checks,
    versions: versions(),
    hookStart: facts.hookStart,
    sandbox:
      facts.sandbox === null
        ? null
        : {
            mode: facts.sandbox.mode?.value ?? 'off',
            backends: facts.sandbox.backends,
            secrets: facts.sandbox.secrets,
          },
    hostSandboxes: facts.hostSandboxes,
    unimportedRules: facts.unimported,
    logFile: decisionLogFile(locations),
    logProblem: facts.logProblem,
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
  { settings, loaded, locations }: SettingsReport,
  outside: OutsideReport,
  { checks, todos, showsAll }: Omit<Checked, 'facts'> & { readonly showsAll: boolean },
  terminal: Terminal,
): readonly string[] {
  const { caliban, node, platform, autoModeLists } = versions();
  const resolved = settings.ok
    ? settingsText(settings.value, { here: terminal, chosenOnly: !showsAll })
    : [`workspace  ${locations.workspace}`, `log file   ${decisionLogFile(locations)}`].map(visible);
  const line = (text: string) => wrapped(text, { indent: 4, terminal });
  return [
    `caliban ${caliban}, node ${node}, ${platform}, auto-mode lists ${autoModeLists}`,
    '',
    ...resolved,
    '',
    paint('title', 'files', terminal),
    ...filesText([...loaded.files, ...outside.autoMode], showsAll, terminal),
    ...outsideText(outside, terminal),
    '',
    paint('title', 'checks', terminal),
    ...checks.map(({ mark, says }) => paintMark(mark, line(`  ${MARKS[mark]} ${visible(says)}`), terminal)),
    '',
    ...verdictText(todos, terminal),
  ];
}

/** Missing files are listed on one line. */
function filesText(
  reports: readonly (FileReport | AutoModeReport)[],
  showsAll: boolean,
  here: Here,
): readonly string[] {
  const there = reports.filter(({ state }) => showsAll || state !== 'missing');
  const missing = reports.length - there.length;
  return [
    ...inColumns(there.map((report) => fileRow(report, here))).map((line) => `  ${visible(line)}`),
    ...(missing === 0
      ? []
      : [`  ${missing}${there.length === 0 ? '' : ' more'} could be there and are not; --all names them`]),
  ];
}

const MARKS = { good: '✓', warning: '!', bad: '✗' } as const;

/** Only the mark is coloured. */
function paintMark(mark: Check['mark'], text: string, terminal: Terminal): string {
  return text.replace(MARKS[mark], paint(mark, MARKS[mark], terminal));
}

function verdictText(todos: readonly string[], terminal: Terminal): readonly string[] {
  if (todos.length === 0) return [paint('good', '✓ ready', terminal)];
  const title = todos.length === 1 ? 'one thing to do' : `${todos.length} things to do, in this order`;
  return [
    paint('warning', `! ${title}`, terminal),
    ...todos.map((todo, index) => wrapped(`  ${index + 1}. ${visible(todo)}`, { indent: 5, terminal })),
  ];
}

function fileWarnings(loaded: SettingsReport['loaded'], outside: OutsideReport): readonly FileNotice[] {
  return withoutRepeats([...loaded.warnings, ...outside.warnings]);
}

/** If the log is switched off, its problems don't matter. */
function brokenLog({ settings, locations }: Pick<SettingsReport, 'settings' | 'locations'>): string | null {
  const isOff = settings.ok && settings.value.audit.log.value === false;
  return isOff ? null : logProblem(decisionLogFile(locations));
}

function fileRow(report: FileReport | AutoModeReport, here: Here): readonly string[] {
  const { layer } = report;
  const file = shortPath(report.file, here);
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
