import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewEdit } from '@caliban/agent/internal/tools/preview-edit';
import { type AskHandler, createRuleBook } from '@caliban/gate';
import { readProjectFiles } from '@caliban/storage/internal/trust/project-files';
import { projectFingerprint, rememberTrust, trustFileIn } from '@caliban/storage/internal/trust/project-trust';
import type { PlainRun } from '@caliban/tui';
import { type Args, readArgs } from '../command-line/args.ts';
import { START } from '../command-line/command-table.ts';
import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';
import { hasModel } from '../compose/model-settings.ts';
import { createNews } from '../compose/news.ts';
import { composeSession } from '../compose/session.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { terminalParts } from '../compose/terminal-parts.ts';
import { endAtOnceNextTime } from '../process/end-at-once.ts';
import type { Terminal } from '../process/terminal.ts';
import { scratchWorkspace } from '../tour/scratch-workspace.ts';
import { TERMINAL_TOUR, TOUR_FILES, TOUR_NOTICES } from '../tour/tour-script.ts';
import { listingOf } from '../trust/listing-of.ts';

/** `caliban` in a terminal: the session, or the tour where no model is set up. */
export async function chat(first: StartUp, args: Args, terminal: Terminal): Promise<number> {
  if (!hasModel(first.files, args.text('model'), terminal.env)) return terminalTour(args, terminal);
  // Read anew: the session is bundled apart, and rules made by another bundle's copy of the gate would not match in its own.
  const start = await acceptedProject(await startUp(args, terminal, { unanswered: 'use' }), args, terminal);
  return start === null ? 0 : session({ start, args, terminal }, []);
}

type Opening = { readonly start: StartUp; readonly args: Args; readonly terminal: Terminal };

/** Whatever happens, what was opened is closed and what was started is ended. */
async function session({ start, args, terminal }: Opening, notices: readonly string[]): Promise<number> {
  const news = createNews(notices);
  const isPlain = args.isSet('plain') || terminal.env.TERM === 'dumb';
  // From here on processes are started that must not outlive this one.
  const signal = terminal.interrupted();
  signal.addEventListener('abort', endAtOnceNextTime);
  // A terminal that is gone takes and gives nothing any more; the signal that tells so is enough.
  for (const stream of [process.stdin, process.stdout]) stream.on('error', () => {});
  const face = await (isPlain ? plainFace() : drawnFace());
  try {
    const { askHandler } = face;
    const wiring = { start, args, terminal, askHandler, operatorIsThere: true, warn: news.tell, signal };
    const composed = await composeSession(wiring);
    try {
      if (signal.aborted) return INTERRUPTED_EXIT;
      // While it runs, it hears signals itself, and not all of them end it.
      signal.removeEventListener('abort', endAtOnceNextTime);
      return await face.run({ parts: terminalParts(composed, { start, args, news }), initialPrompt: promptOf(args) });
    } finally {
      endAtOnceNextTime();
      await composed.close();
    }
  } finally {
    face.close();
  }
}

/** How a session meets the operator. */
type Face = {
  readonly askHandler: AskHandler;
  readonly run: (what: Pick<PlainRun, 'parts' | 'initialPrompt'>) => Promise<number>;
  readonly close: () => void;
};

async function drawnFace(): Promise<Face> {
  const { runTui, TuiAskHandler } = await import('@caliban/tui');
  const askHandler = new TuiAskHandler();
  const { stdin, stdout } = process;
  return { askHandler, run: (what) => runTui({ ...what, askHandler, stdin, stdout }), close() {} };
}

/** Line by line, where that is wanted or all the terminal can do. */
async function plainFace(): Promise<Face> {
  const { PlainAskHandler, plainConsole, runPlain } = await import('@caliban/tui');
  const console = plainConsole({ input: process.stdin, output: process.stdout });
  // Nothing is asked before the session runs.
  let rules: PlainRun['parts']['rules'] | null = null;
  const askHandler = new PlainAskHandler(console, previewEdit, () => rules?.runtime.book ?? createRuleBook([]));
  return {
    askHandler,
    run(what) {
      rules = what.parts.rules;
      return runPlain({ ...what, console });
    },
    close: console.close,
  };
}

function promptOf({ operands }: Args): string | undefined {
  return operands.length === 0 ? undefined : operands.join(' ');
}

/** Null when the operator would rather not start here. */
async function acceptedProject(start: StartUp, args: Args, terminal: Terminal): Promise<StartUp | null> {
  const { answer, locations, standing } = start;
  if (answer !== undefined || standing.rules === 'tighten-only') return start;
  const listing = listingOf(start);
  if (listing.allows.length === 0 && listing.wants.length === 0) return start;
  const { askAboutProject } = await import('@caliban/tui/internal/trust/ask-about-project');
  // What is shown is what is answered about: a file that changes meanwhile is asked about again.
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
async function terminalTour(given: Args, terminal: Terminal): Promise<number> {
  const scratch = scratchWorkspace(TOUR_FILES, terminal);
  try {
    const file = join(scratch.directory, '..', 'script.json');
    writeFileSync(file, JSON.stringify(TERMINAL_TOUR));
    const plain = given.isSet('plain') ? ['--plain'] : [];
    const args = readArgs(START, ['--model', `scripted:${file}`, ...plain]);
    const start = await startUp(args, scratch.terminal, { unanswered: 'use' });
    return await session({ start, args, terminal: scratch.terminal }, TOUR_NOTICES);
  } finally {
    scratch.remove();
  }
}
