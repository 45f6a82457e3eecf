import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmptyPrompt, PlanReviewer } from '@caliban/agent/session';
import { previewEdit } from '@caliban/agent/tools';
import type { AskHandler } from '@caliban/gate';
import { projectFingerprint, readProjectFiles, rememberTrust, trustFileIn } from '@caliban/storage';
import type { PlainRun } from '@caliban/tui';
import { type Args, readArgs } from '../command-line/args.ts';
import { START } from '../command-line/command-table.ts';
import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';
import { hasModel } from '../compose/model-settings.ts';
import { createNoticeBuffer } from '../compose/notice-buffer.ts';
import { composeSession } from '../compose/session.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { endAtOnceNextTime } from '../process/end-at-once.ts';
import type { Terminal } from '../process/terminal.ts';
import { sessionServices } from '../session-services/session-services.ts';
import { scratchWorkspace } from '../tour/scratch-workspace.ts';
import { programName, TOUR_FILES, TOUR_NOTICES, TOUR_PROMPT, terminalTour } from '../tour/tour-script.ts';
import { listingOf } from '../trust/listing-of.ts';

/** `caliban` in a terminal: the session, or the tour if no model is set up. */
export async function chat(first: StartUp, args: Args, terminal: Terminal): Promise<number> {
  if (!hasModel(first.files, args.text('model'), terminal.env)) return openTour(args, terminal);
  // Read again: the session is a separate bundle, and rules made by another bundle's copy of the gate wouldn't match in it.
  const start = await acceptedProject(await startUp(args, terminal, { unanswered: 'use' }), args, terminal);
  return start === null ? 0 : session({ start, args, terminal }, []);
}

type Opening = {
  readonly start: StartUp;
  readonly args: Args;
  readonly terminal: Terminal;
  readonly emptyPrompt?: EmptyPrompt;
};

/** Closes and ends whatever was opened and started, in any case. */
async function session({ start, args, terminal, emptyPrompt }: Opening, notices: readonly string[]): Promise<number> {
  const noticeBuffer = createNoticeBuffer(notices);
  // From here on, processes are started that must not outlive this one.
  const signal = terminal.interrupted();
  signal.addEventListener('abort', endAtOnceNextTime);
  // If the terminal is gone, reads and writes fail; the signal alone is enough.
  for (const stream of [process.stdin, process.stdout]) stream.on('error', () => {});
  const frontend = await (isPlain(args, terminal) ? lineFrontend() : inkFrontend());
  try {
    const inbox = start.files.inbox.terminal?.value === true ? await inboxOf({ start, args, terminal }) : null;
    const askHandler = inbox?.beside(frontend.askHandler, noticeBuffer.publish) ?? frontend.askHandler;
    const operator = { askHandler, planReviewer: frontend.askHandler, operatorIsThere: true };
    const wiring = { start, args, terminal, ...operator, warn: noticeBuffer.publish, signal };
    const composed = await composeSession(wiring);
    inbox?.begin(composed);
    try {
      if (signal.aborted) return INTERRUPTED_EXIT;
      // While it runs, the session handles signals itself, and not all of them end it.
      signal.removeEventListener('abort', endAtOnceNextTime);
      return await frontend.run({
        parts: sessionServices(composed, { start, args, notices: noticeBuffer, terminal, emptyPrompt }),
        initialPrompt: promptOf(args),
      });
    } finally {
      endAtOnceNextTime();
      await composed.close();
    }
  } finally {
    frontend.close();
  }
}

/** `[inbox] terminal = true`: questions are answered here or from the inbox. */
async function inboxOf(parts: Opening) {
  const { sessionInbox } = await import('../asks/session-inbox.ts');
  return sessionInbox(parts);
}

function isPlain(args: Args, { env }: Terminal): boolean {
  return args.isSet('plain') || env.TERM === 'dumb';
}

/** How a session interacts with the operator. */
type Frontend = {
  readonly askHandler: AskHandler & PlanReviewer;
  readonly run: (what: Pick<PlainRun, 'parts' | 'initialPrompt'>) => Promise<number>;
  readonly close: () => void;
};

async function inkFrontend(): Promise<Frontend> {
  const { runTui, TuiAskHandler } = await import('@caliban/tui');
  const askHandler = new TuiAskHandler();
  const { stdin, stdout } = process;
  return { askHandler, run: (what) => runTui({ ...what, askHandler, stdin, stdout }), close() {} };
}

/** Line by line, if the operator wants that or the terminal can't do more. */
async function lineFrontend(): Promise<Frontend> {
  const { PlainAskHandler, plainConsole, runPlain } = await import('@caliban/tui');
  const console = plainConsole({ input: process.stdin, output: process.stdout });
  let session: PlainRun['parts'] | null = null;
  const askHandler = new PlainAskHandler(console, previewEdit, () => session);
  return {
    askHandler,
    run(what) {
      session = what.parts;
      return runPlain({ ...what, console });
    },
    close: console.close,
  };
}

function promptOf({ operands }: Args): string | undefined {
  return operands.length === 0 ? undefined : operands.join(' ');
}

/** Null if the operator decides not to start here. */
async function acceptedProject(start: StartUp, args: Args, terminal: Terminal): Promise<StartUp | null> {
  const { answer, locations, trustLevel } = start;
  if (answer !== undefined || trustLevel.rules === 'tighten-only') return start;
  const listing = listingOf(start);
  if (listing.allows.length === 0 && listing.wants.length === 0) return start;
  const { askAboutProject } = await import('@caliban/tui/trust');
  // Taken before the files are shown: if one changes meanwhile, the operator is asked about it again.
  const fingerprint = projectFingerprint(readProjectFiles(locations));
  const given = await askAboutProject(listing, process.stdin, process.stdout, { colours: terminal.colours });
  if (given === 'quit') return null;
  const kept = await rememberTrust(trustFileIn(locations), {
    workspace: locations.workspace,
    fingerprint,
    answer: given,
  });
  if (!kept.ok) terminal.err(`caliban: the answer could not be kept: ${kept.error}\n`);
  return startUp(args, terminal, { unanswered: kept.ok ? 'tighten-only' : given });
}

/** The real terminal with a scripted model, in a workspace where nothing can be broken. */
async function openTour(given: Args, terminal: Terminal): Promise<number> {
  const scratch = scratchWorkspace(TOUR_FILES, terminal);
  try {
    const file = join(scratch.directory, '..', 'script.json');
    writeFileSync(
      file,
      JSON.stringify(terminalTour(programName(terminal.env), isPlain(given, terminal) ? 'plain' : 'drawn')),
    );
    const plain = given.isSet('plain') ? ['--plain'] : [];
    const args = readArgs(START, ['--model', `scripted:${file}`, ...plain]);
    const start = await startUp(args, scratch.terminal, { unanswered: 'use' });
    const opening = { start, args, terminal: scratch.terminal, emptyPrompt: TOUR_PROMPT };
    return await session(opening, TOUR_NOTICES);
  } finally {
    scratch.remove();
  }
}
