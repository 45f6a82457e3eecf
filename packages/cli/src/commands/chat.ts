import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectFiles } from '@caliban/storage/internal/trust/project-files';
import { projectFingerprint, rememberTrust, trustFileIn } from '@caliban/storage/internal/trust/project-trust';
import { TuiAskHandler } from '@caliban/tui/internal/ask/tui-ask-handler';
import { type Args, readArgs } from '../args.ts';
import { START } from '../command-table.ts';
import { hasModel } from '../compose/model-settings.ts';
import { createNews } from '../compose/news.ts';
import { composeSession } from '../compose/session.ts';
import { type StartUp, startUp } from '../compose/start-up.ts';
import { terminalParts } from '../compose/terminal-parts.ts';
import type { Terminal } from '../terminal.ts';
import { scratchWorkspace } from '../tour/scratch-workspace.ts';
import { TERMINAL_TOUR, TOUR_FILES, TOUR_NOTICES } from '../tour/tour-script.ts';

/** `caliban` in a terminal: the session, or the tour where no model is set up. */
export async function chat(first: StartUp, args: Args, terminal: Terminal): Promise<number> {
  if (!hasModel(first.files, args.text('model'), terminal.env)) return terminalTour(terminal);
  const start = await acceptedProject(first, args, terminal);
  return start === null ? 0 : session(start, args, terminal, []);
}

async function session(start: StartUp, args: Args, terminal: Terminal, notices: readonly string[]): Promise<number> {
  const news = createNews(notices);
  const askHandler = new TuiAskHandler();
  const composed = await composeSession({ start, args, terminal, askHandler, warn: news.tell });
  try {
    const { runTui } = await import('@caliban/tui/internal/run-tui');
    return await runTui({
      parts: terminalParts(composed, { start, args, news }),
      askHandler,
      stdin: process.stdin,
      stdout: process.stdout,
      ...(args.operands.length === 0 ? {} : { initialPrompt: args.operands.join(' ') }),
    });
  } finally {
    await composed.close();
  }
}

/** Null when the operator would rather not start here. */
async function acceptedProject(start: StartUp, args: Args, terminal: Terminal): Promise<StartUp | null> {
  const { answer, projectAllows, locations, standing } = start;
  if (answer !== undefined || projectAllows.length === 0 || standing.rules === 'tighten-only') return start;
  const { askAboutProject } = await import('@caliban/tui/internal/trust/ask-about-project');
  const question = { workspace: locations.workspace, allows: projectAllows };
  const given = await askAboutProject(question, process.stdin, process.stdout);
  if (given === 'quit') return null;
  const fingerprint = projectFingerprint(readProjectFiles(locations));
  const kept = await rememberTrust(trustFileIn(locations), {
    workspace: locations.workspace,
    fingerprint,
    answer: given,
  });
  if (!kept.ok) terminal.err(`caliban: the answer could not be kept: ${kept.error}\n`);
  return startUp(args, terminal);
}

/** The real terminal with a scripted model, in a workspace where nothing can be broken. */
async function terminalTour(terminal: Terminal): Promise<number> {
  const scratch = scratchWorkspace(TOUR_FILES, terminal);
  try {
    const file = join(scratch.directory, '..', 'script.json');
    writeFileSync(file, JSON.stringify(TERMINAL_TOUR));
    const args = readArgs(START, ['--model', `scripted:${file}`]);
    const start = await startUp(args, scratch.terminal);
    return await session(start, args, scratch.terminal, TOUR_NOTICES);
  } finally {
    scratch.remove();
  }
}
