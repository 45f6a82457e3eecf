import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent } from '@caliban/agent';
import { visible } from '@caliban/calls/text';
import { NonInteractiveAskHandler } from '@caliban/gate';
import { formatAudit, type LoggedEntry, readAudit } from '@caliban/storage';
import { readArgs } from '../command-line/args.ts';
import { START } from '../command-line/command-table.ts';
import { INTERRUPTED_EXIT } from '../command-line/exit-codes.ts';
import { composeSession } from '../compose/session.ts';
import { startUp } from '../compose/start-up.ts';
import { decisionLogFile } from '../log/decision-log-file.ts';
import { paint } from '../output/paint.ts';
import type { Terminal } from '../process/terminal.ts';
import { type ScratchWorkspace, scratchWorkspace } from '../tour/scratch-workspace.ts';
import { programName, TOUR, TOUR_FILES, type TourStop, tourEnd } from '../tour/tour-script.ts';

/** A scripted agent in a scratch workspace: the calls, the gate, the tools and the log are real. */
export async function tour(terminal: Terminal): Promise<number> {
  const scratch = scratchWorkspace(TOUR_FILES, terminal);
  const signal = terminal.interrupted();
  try {
    terminal.out('caliban judges every call an agent makes before it runs. No model is set up, so this is the tour:\n');
    terminal.out('a scripted agent, real tools and a real log, in a scratch workspace with its own four rules.\n');
    for (const [index, stop] of TOUR.entries()) {
      terminal.out(`\n${index + 1}/${TOUR.length} ${stop.title}\n`);
      await show(stop, scratch, { terminal, signal });
      if (signal.aborted) return INTERRUPTED_EXIT;
    }
    await showLog(scratch, terminal);
    terminal.out(`\n${tourEnd(programName(terminal.env))}\n`);
    return 0;
  } finally {
    scratch.remove();
  }
}

type Watching = { readonly terminal: Terminal; readonly signal: AbortSignal };

async function show(
  { about, mode, script }: TourStop,
  scratch: ScratchWorkspace,
  { terminal, signal }: Watching,
): Promise<void> {
  terminal.out(`${visible(about)}\n`);
  const file = join(scratch.directory, '..', 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const argv = ['--model', `scripted:${file}`, ...(mode === undefined ? [] : ['--permission-mode', mode])];
  const args = readArgs(START, argv);
  const start = await startUp(args, scratch.terminal, { unanswered: 'use' });
  const warn = (message: string) => terminal.err(`caliban: ${message}\n`);
  const askHandler = new NonInteractiveAskHandler({ autoAllow: false });
  const wiring = { start, args, terminal: scratch.terminal, askHandler, operatorIsThere: false, warn, signal };
  const session = await composeSession(wiring);
  try {
    for await (const event of session.agent().run('go on', signal)) {
      if (event.kind === 'tool-finished') showCall(event, await loggedAs(event.id, start.locations), terminal);
      if (event.kind === 'ended' && event.end.kind !== 'done' && !signal.aborted)
        throw new Error(`the tour ${event.end.kind}`);
    }
  } finally {
    await session.close();
  }
}

type Finished = Extract<AgentEvent, { kind: 'tool-finished' }>;

async function loggedAs(
  toolUseId: string,
  locations: Parameters<typeof decisionLogFile>[0],
): Promise<LoggedEntry | null> {
  let found: LoggedEntry | null = null;
  for await (const { entry } of readAudit({ source: { log: decisionLogFile(locations) } })) {
    if (entry.tool_use_id === toolUseId) found = entry;
  }
  return found;
}

function showCall({ name, result }: Finished, logged: LoggedEntry | null, terminal: Terminal): void {
  const outcome = logged?.outcome === 'allow' ? 'allow' : 'deny';
  terminal.out(`  ${name} ${visible(shownInput(logged?.input))}\n`);
  terminal.out(`  ${paint(outcome, outcome.padEnd(6), terminal)} ${visible(ruleOf(logged))}\n`);
  const [first = '', ...others] = result.text.trimEnd().split('\n');
  const more = others.length === 0 ? '' : ` (and ${others.length} more lines)`;
  terminal.out(`         the model reads: ${visible(first.trim())}${more}\n`);
}

function shownInput(input: unknown): string {
  const { command, path } = (input ?? {}) as { readonly command?: string; readonly path?: string };
  return command ?? path ?? '';
}

function ruleOf(entry: LoggedEntry | null): string {
  if (entry === null) return 'no log line';
  const { rule, part, because } = entry;
  const over =
    because?.kind === 'classifier'
      ? `, overruled by auto mode: ${because.verdict} (${because.source})`
      : because?.kind === 'own-file'
        ? ", overruled because the file is caliban's own"
        : '';
  const where = part !== undefined && part.of > 1 ? `"${part.text}" (part ${part.number} of ${part.of}), ` : '';
  if (rule === undefined) return `${where}no rule`;
  const place = rule.file === undefined ? rule.layer : `.caliban/permissions.toml:${rule.line}`;
  return `${where}rule \`${rule.action} ${rule.pattern}\` (${place})${over}`;
}

async function showLog({ terminal: inside }: ScratchWorkspace, terminal: Terminal): Promise<void> {
  terminal.out('\nEvery one of these decisions is in the log; `caliban perms audit` shows it like this:\n\n');
  const { locationsAt } = await import('../paths/locations-at.ts');
  for await (const line of readAudit({ source: { log: decisionLogFile(locationsAt({}, inside)) } })) {
    terminal.out(`  ${formatAudit(line, { width: Math.max(80, (terminal.columns ?? 120) - 2) })}\n`);
  }
}
