import { HOSTS } from '@caliban/adapters';
import { type HostSandbox, SANDBOX_SCOPES, type SandboxScope } from '@caliban/adapters/hosts';
import type { Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { makeDirectories } from '@caliban/storage/files';
import { UsageError } from '../command-line/problems.ts';
import type { Answers } from '../output/answers.ts';
import { printNotCarriedOver } from '../output/import-report.ts';
import { jsonText } from '../output/json.ts';
import { compileSandbox, sandboxOfHost } from '../sandbox/compile-sandbox.ts';
import { changeSetup, type SetupChange } from './change-setup.ts';
import { installedSandboxes, isWrittenByUs, rememberSandbox } from './host-sandboxes.ts';
import type { InstallRequest, InstallTerminal } from './install-request.ts';
import { showChange } from './show-change.ts';

export type SandboxConversation = {
  /** Null: don't ask. */
  readonly answers: Answers | null;
};

/** `install <host> --sandbox`: the rules as the agent's own sandbox. The hook isn't changed. */
export async function installSandbox(
  request: InstallRequest,
  { answers }: SandboxConversation,
  terminal: InstallTerminal,
): Promise<void> {
  const { host, locations, isDryRun, json } = request;
  const sandbox = await sandboxOfHost(host);
  const scope = sandboxScope(request);
  // The digest is saved there, and our directory is part of the profile only once it exists.
  if (!isDryRun) makeDirectories(locations.stateDirectory, { mode: 0o700 });
  const compiled = await compileSandbox(sandbox, { scope, locations, home: terminal.home });
  const plan = (dry: boolean) => changed(request, { sandbox, scope, isDryRun: dry, edit: installing }, terminal);
  if (answers !== null) {
    const planned = await plan(true);
    if (planned.before !== planned.after) {
      showChange({ ...request, change: planned, done: '', alreadySo: '' }, terminal);
      printNotCarriedOver(compiled.lost, terminal.err);
      if (!(await answers.isYes(`Change ${HOSTS[host].title}'s configuration like this?`))) {
        terminal.out('Nothing was changed there.\n');
        return;
      }
      await plan(false);
      rememberSandbox(planned.file, compiled.text, locations);
      terminal.out(`${HOSTS[host].title} confines its commands from now on; ${sandbox.nextStep}\n`);
      return;
    }
  }
  const change = await plan(isDryRun);
  if (!isDryRun) rememberSandbox(change.file, compiled.text, locations);
  if (json) {
    const isChanged = change.before !== change.after;
    const { file } = change;
    terminal.out(
      jsonText({
        changed: isChanged && !isDryRun,
        wouldChange: isChanged,
        host,
        scope,
        file,
        sandbox: true,
        lost: compiled.lost,
      }),
    );
    return;
  }
  const done = `${host} confines its commands from now on; ${sandbox.nextStep}`;
  showChange({ ...request, change, done, alreadySo: `${host} confines its commands so already` }, terminal);
  printNotCarriedOver(compiled.lost, terminal.err);

  function installing(text: string | null, file: string): Result<string | null, string> {
    const obstacle = text === null ? null : foreignSandbox(sandbox, { text, file, request });
    return obstacle === null ? sandbox.install(text, compiled) : fail(obstacle);
  }
}

/** `uninstall <host>`: removes the agent's own sandbox, if we wrote it. */
export async function uninstallSandbox(request: InstallRequest, terminal: InstallTerminal): Promise<void> {
  const { host, locations, isDryRun } = request;
  const sandbox = await sandboxOfHost(host);
  const scope = sandboxScope(request);
  const change = await changed(request, { sandbox, scope, isDryRun, edit: uninstalling }, terminal);
  if (!isDryRun) rememberSandbox(change.file, null, locations);
  const done = `${host} no longer confines its commands by our rules`;
  showChange({ ...request, change, done, alreadySo: `${host} has no sandbox of ours` }, terminal);

  function uninstalling(text: string | null, file: string): Result<string | null, string> {
    if (text === null) return ok(null);
    const obstacle = foreignSandbox(sandbox, { text, file, request });
    return obstacle === null ? sandbox.uninstall(text) : fail(obstacle);
  }
}

/** Whether `uninstall` without `--sandbox` has one to remove, too. */
export async function hasSandbox(
  { host, scope, locations }: InstallRequest,
  { home, env }: InstallTerminal,
): Promise<boolean> {
  const places = { home, env, workspace: locations.workspace };
  const found = await installedSandboxes(locations, places);
  return found.some((each) => each.host === host && each.scope === scope && each.state !== 'edited');
}

/** For `install` without `--sandbox`: warns about a sandbox compiled before the rules were changed. */
export async function noteStaleSandbox(
  { host, locations }: InstallRequest,
  { home, env, err }: InstallTerminal,
): Promise<void> {
  const places = { home, env, workspace: locations.workspace };
  for (const found of await installedSandboxes(locations, places)) {
    if (found.host !== host || found.state !== 'stale') continue;
    err(
      `note: the sandbox in ${visible(found.file)} was compiled before rules or files changed; \`caliban install ${host} --sandbox --scope ${found.scope}\` compiles it again\n`,
    );
  }
}

type SandboxEdit = {
  readonly sandbox: HostSandbox;
  readonly scope: SandboxScope;
  readonly isDryRun: boolean;
  readonly edit: (text: string | null, file: string) => Result<string | null, string>;
};

function changed(
  { locations }: InstallRequest,
  { sandbox, scope, isDryRun, edit }: SandboxEdit,
  terminal: InstallTerminal,
): Promise<SetupChange> {
  const { home, env } = terminal;
  const file = sandbox.file(scope, { home, env, workspace: locations.workspace });
  return changeSetup(
    { setup: { file: () => file }, scope, locations, isDryRun, edit: (text) => edit(text, file) },
    terminal,
  );
}

/** Null: there is none, or it is ours as we wrote it. */
function foreignSandbox(
  sandbox: HostSandbox,
  { text, file, request }: { readonly text: string; readonly file: string; readonly request: InstallRequest },
): string | null {
  const found = sandbox.find(text);
  if (!found.ok) return found.error;
  if (found.value === null || isWrittenByUs(file, found.value, request.locations)) return null;
  return `there is a sandbox that was not written by caliban, or was changed since; remove it first. \`caliban perms export --format ${request.host === 'codex' ? 'codex' : 'claude'}-sandbox\` shows what the rules make of it`;
}

function sandboxScope({ scope }: InstallRequest): SandboxScope {
  const known = SANDBOX_SCOPES.find((name) => name === scope);
  if (known === undefined) throw new UsageError(`--sandbox works with --scope ${SANDBOX_SCOPES.join(' or ')}`);
  return known;
}
