import { appliedCommands, finishJournals, undoCommand, undoProblem } from '@caliban/agent/rehearsal';
import type { AppliedCommand } from '@caliban/agent/session';
import { absolutePath } from '@caliban/calls';
import { plural, spelledOut } from '@caliban/calls/text';
import type { Args } from '../command-line/args.ts';
import { FAILED_EXIT } from '../command-line/exit-codes.ts';
import { UsageError } from '../command-line/problems.ts';
import { jsonText } from '../output/json.ts';
import { locationsAt } from '../paths/locations-at.ts';
import { realPath } from '../paths/real-path.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import { rehearsalDirectory } from '../paths/rehearsal-directory.ts';
import type { Terminal } from '../process/terminal.ts';
import { typedYes } from '../process/typed-yes.ts';

/** `caliban undo`: undoes the changes of a rehearsed command. */
export async function undo(args: Args, terminal: Terminal): Promise<number> {
  const number = numberOf(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const locations = locationsAt({ workspace: args.text('workspace') }, terminal);
  const directory = rehearsalDirectory(locations);
  for (const message of await finishJournals(directory)) terminal.err(`caliban: ${spelledOut(message)}\n`);
  const commands = appliedCommands(directory, { workspace: realPath(absolutePath(locations.workspace)) });
  if (args.isSet('show')) return list(commands, args, terminal);

  const command = commands[number - 1];
  if (command === undefined) {
    const why = commands.length === 0 ? NOTHING : `there are only ${plural(commands.length, 'applied command')} here`;
    return answer({ done: false, problem: why }, args, terminal);
  }
  const isJson = args.isSet('json');
  if (!isJson) terminal.out(`${commandLines(command, number).join('\n')}\n`);
  const problem = await undoProblem(directory, command.id);
  if (problem !== null) return answer({ done: false, problem, command }, args, terminal);
  if (args.isSet('dry-run')) return answer({ done: false, problem: null, command }, args, terminal);
  if (!args.isSet('yes')) {
    if (isJson || !terminal.isInteractive) throw new UsageError(NO_TERMINAL);
    if (!(await typedYes('\nTake this back? [y/N] ', terminal))) {
      terminal.out('Nothing was undone.\n');
      return FAILED_EXIT;
    }
  }
  const undone = await undoCommand(directory, command.id);
  return answer({ done: undone.ok, problem: undone.ok ? null : undone.error, command }, args, terminal);
}

const NOTHING = 'there is nothing to undo: no rehearsed command was applied in this workspace';
const NO_TERMINAL =
  'there is no terminal to ask in; `caliban undo --dry-run` shows what would be undone, `caliban undo --yes` does it';

function numberOf({ operands }: Args): number {
  const [written = '1', ...more] = operands;
  if (more.length > 0 || !/^[1-9]\d{0,5}$/.test(written))
    throw new UsageError('expected one number, as `caliban undo --show` lists them');
  return Number(written);
}

function list(commands: readonly AppliedCommand[], args: Args, terminal: Terminal): number {
  if (args.isSet('json')) terminal.out(jsonText({ applied: commands.map(commandJson) }));
  else if (commands.length === 0) terminal.out(`${NOTHING}\n`);
  else terminal.out(`${commands.map((command, at) => commandLines(command, at + 1).join('\n')).join('\n\n')}\n`);
  return 0;
}

type Outcome = { readonly done: boolean; readonly problem: string | null; readonly command?: AppliedCommand };

function answer({ done, problem, command }: Outcome, args: Args, terminal: Terminal): number {
  const isRefused = problem !== null;
  if (args.isSet('json')) {
    const about = command === undefined ? {} : { command: commandJson(command) };
    terminal.out(jsonText({ undone: done, ...(isRefused ? { problem } : {}), ...about }));
  } else if (isRefused)
    terminal.err(`caliban: ${command === undefined ? '' : 'nothing was undone: '}${spelledOut(problem)}\n`);
  else terminal.out(done ? 'Taken back.\n' : 'Nothing was changed: this is what `caliban undo` would undo.\n');
  return isRefused ? FAILED_EXIT : 0;
}

function commandJson({ id, command, cwd, sessionId, at, changes }: AppliedCommand): object {
  return { id, command, cwd, sessionId, at, changes };
}

const MAX_ROWS = 20;

function commandLines({ command, at, changes }: AppliedCommand, number: number): readonly string[] {
  const when = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const rows = changes.slice(0, MAX_ROWS).map(({ effect, kind, path, detail }) => {
    const what = `${effect}${kind === 'file' ? '' : ` ${kind}`} ${spelledOut(path)}`;
    return `   ${what}${detail === '' ? '' : ` (${spelledOut(detail)})`}`;
  });
  const more = changes.length > MAX_ROWS ? [`   and ${changes.length - MAX_ROWS} more`] : [];
  return [`${number}  ${when}  ${spelledOut(command.trim())}`, ...rows, ...more];
}
