import { Readable } from 'node:stream';
import { type OutputFormat, readPrompts, runHeadless } from '@caliban/agent';
import type { Result } from '@caliban/calls';
import { visible } from '@caliban/calls/text';
import { ok } from '@caliban/calls/types';
import { type AskHandler, NonInteractiveAskHandler } from '@caliban/gate';
import { unaskedDanger } from '@caliban/gate/ask';
import { formatSource } from '@caliban/storage/rules';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { composeSession, type Session, type SessionWiring } from '../compose/session.ts';
import { startUp } from '../compose/start-up.ts';
import { bookOptions } from '../judging/judge-request.ts';
import { printWarnings } from '../output/warnings.ts';
import { endAtOnceNextTime } from '../process/end-at-once.ts';
import type { Terminal } from '../process/terminal.ts';

const BYPASS = 'nothing is checked: every call runs, whatever the rules deny. Each is still logged';

/** `caliban -p`: one run without a terminal, in which no one can be asked. */
export async function print(args: Args, terminal: Terminal): Promise<number> {
  const format = (args.text('output-format') ?? 'text') as OutputFormat;
  const prompts = await promptsOf(args, terminal);
  const start = await startUp(args, terminal, { unanswered: 'use' });
  const warn = (message: string) => terminal.err(`caliban: ${message}\n`);
  printWarnings(start.warnings, terminal);
  warnOfProject(start, warn);

  const { autoAllow, mode, rules } = start.settings;
  if (mode.value === 'disabled')
    warn('DANGER: --no-permissions is on; no rule applies and every call runs. Each is still logged');
  if (mode.value === 'bypassPermissions') warn(`DANGER: ${BYPASS} (${visible(mode.from)})`);
  if (mode.value === 'dontAsk' && !autoAllow.value) warn(unaskedDanger(`dontAsk mode is on (${visible(mode.from)})`));
  const inForce = () => ({ rules, ...bookOptions(start.settings) });
  const nobody = new NonInteractiveAskHandler(
    autoAllow.value ? { autoAllow: true, notice: warn, inForce } : { autoAllow: false, inForce },
  );
  const asking = await askingWay(nobody, { start, args, terminal, warn });
  const { askHandler } = asking;
  // From here on, processes are started that must not outlive this one.
  const signal = terminal.interrupted();
  signal.addEventListener('abort', endAtOnceNextTime, { once: true });
  const asksElsewhere = args.text('ask-via') !== undefined;
  const people = { askHandler, operatorIsThere: false, asksElsewhere };
  const session = await composeSession({ start, args, terminal, ...people, warn, signal });
  asking.begin(session);
  try {
    return await runHeadless({
      agent: session.agent(),
      prompts,
      format,
      facts: session.facts(),
      write: async (text, ifUnread) => {
        process.exitCode = ifUnread;
        terminal.out(text);
        await terminal.drained();
      },
      warn,
      signal,
    });
  } finally {
    await session.close();
    if (readsFrames(args)) leaveInput(terminal);
  }
}

type AskingWay = { readonly askHandler: AskHandler; readonly begin: (session: Session) => void };

/** Without `--ask-via` no one is asked. */
async function askingWay(
  nobody: AskHandler,
  {
    start,
    args,
    terminal,
    warn,
  }: Pick<SessionWiring, 'start' | 'args' | 'terminal'> & { readonly warn: (message: string) => void },
): Promise<AskingWay> {
  if (args.text('ask-via') === undefined) return { askHandler: nobody, begin() {} };
  if (start.settings.autoAllow.value)
    throw new UsageError('--ask-via and auto-allow do not go together: with auto-allow no one is asked');
  const { sessionInbox } = await import('../asks/session-inbox.ts');
  const inbox = await sessionInbox({ start, args, terminal });
  return { askHandler: inbox.handler(nobody, warn), begin: inbox.begin };
}

function readsFrames(args: Args): boolean {
  return args.text('input-format') === 'stream-json';
}

/** A client may keep its side open; we no longer read it, and the program would otherwise wait for it. */
function leaveInput(terminal: Terminal): void {
  const input = terminal.input();
  if (input instanceof Readable) input.destroy();
}

/** The operand, followed by standard input if it is piped; or frames. */
async function promptsOf(
  args: Args,
  terminal: Terminal,
): Promise<Iterable<Result<string, string>> | AsyncIterable<Result<string, string>>> {
  const written = args.operands.join(' ');
  if (readsFrames(args)) {
    if (written !== '') throw new UsageError('with --input-format stream-json the prompts come from standard input');
    if (args.text('output-format') !== 'stream-json')
      throw new UsageError('--input-format stream-json needs --output-format stream-json');
    return readPrompts(terminal.input(), { respond: (frame) => terminal.out(`${JSON.stringify(frame)}\n`) });
  }
  // With a prompt on the command line input is optional, so don't wait for an open pipe that stays silent.
  const piped = terminal.inputIsTerminal ? '' : await terminal.readInput(written === '' ? {} : { patienceMs: 3_000 });
  const prompt = [written, piped.trim()].filter((text) => text !== '').join('\n\n');
  if (prompt === '') throw new UsageError('there is no prompt; write `caliban -p "…"` or pipe one in');
  return [ok(prompt)];
}

/** No one can be asked whether a new project's allows and start mode are acceptable; so they apply, with a warning. */
function warnOfProject(
  {
    answer,
    trustLevel,
    projectAllows,
    projectAllowsShownBy,
    projectModes,
    settings,
  }: Awaited<ReturnType<typeof startUp>>,
  warn: (message: string) => void,
): void {
  if (answer !== undefined || trustLevel.rules === 'tighten-only') return;
  const remedy =
    '`caliban trust` shows it and asks; `project_rules = "tighten-only"` in your permissions.toml sets it aside';
  if (projectAllows.length > 0) {
    const count = projectAllows.length === 1 ? 'one thing' : `${projectAllows.length} things`;
    warn(`this project's own files allow ${count} you have not looked at yet (${projectAllowsShownBy}); ${remedy}`);
  }
  // A flag or a variable overrides files.
  const mode = projectModes.find((said) => formatSource(said) === settings.mode.from);
  if (mode === undefined) return;
  const place = visible(settings.mode.from);
  warn(`this project's own files start you in ${mode.value} mode (${place}), looser than yours; ${remedy}`);
}
