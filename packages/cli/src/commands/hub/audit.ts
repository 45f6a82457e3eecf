import { plural, visible } from '@caliban/calls/text';
import type { ChainReport } from '@caliban/hub';
import { parseWhen } from '@caliban/storage';
import type { Args } from '../../command-line/args.ts';
import { FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { UsageError } from '../../command-line/problems.ts';
import { durationMs } from '../../hub/duration.ts';
import { exportLines } from '../../hub/export-lines.ts';
import { hubAccess } from '../../hub/hub-access.ts';
import { sendOtlp } from '../../hub/send-otlp.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import type { Terminal } from '../../process/terminal.ts';
import { typedYes } from '../../process/typed-yes.ts';

/** `caliban hub audit verify|export|prune` */
export async function audit(args: Args, terminal: Terminal): Promise<number> {
  const [verb, ...more] = args.operands;
  if (more.length > 0) throw new UsageError(`\`${more[0]}\` is one argument too many`);
  switch (verb) {
    case 'verify':
      return verify(args, terminal);
    case 'export':
      return exportLog(args, terminal);
    case 'prune':
      return prune(args, terminal);
    default:
      throw new UsageError(
        verb === undefined ? 'say verify, export or prune' : `\`${verb}\` is not one of verify, export, prune`,
      );
  }
}

type Report = Omit<ChainReport, 'head'> & { readonly head: { readonly sequence: number; readonly hash: string } };

async function verify(args: Args, terminal: Terminal): Promise<number> {
  const hub = await hubAccess(args, terminal);
  const install = args.text('install');
  const query = install === undefined ? '' : `?install=${encodeURIComponent(install)}`;
  const { reports } = await hub.get<{ readonly reports: readonly Report[] }>(`/api/log/verify${query}`);
  const isWhole = reports.every(({ broken, gaps }) => broken === null && gaps.length === 0);
  const exit = isWhole ? 0 : FOUND_EXIT;
  process.exitCode = exit;
  if (args.isSet('json')) terminal.out(jsonText(reports));
  else for (const report of reports) terminal.out(`${reportText(report, terminal)}\n`);
  return exit;
}

function reportText({ install, lines, broken, gaps }: Report, terminal: Pick<Terminal, 'colours'>): string {
  const about = `${visible(install)}: ${lines} lines`;
  const marked =
    broken !== null
      ? paint('deny', '✗', terminal)
      : gaps.length > 0
        ? paint('ask', '!', terminal)
        : paint('allow', '✓', terminal);
  const found = broken === null ? 'the chain is whole' : `line ${broken.sequence}: ${broken.what}`;
  return [
    `${marked} ${about}, ${found}`,
    ...gaps.map((gap) => `  after line ${gap.sequence}: ${visible(gap.what)} (${gap.at})`),
  ].join('\n');
}

async function exportLog(args: Args, terminal: Terminal): Promise<number> {
  const now = Date.now();
  const query = new URLSearchParams();
  for (const flag of ['since', 'until'] as const) {
    const written = args.text(flag);
    if (written === undefined) continue;
    const when = parseWhen(written, now);
    if (!when.ok) throw new UsageError(`--${flag}: ${when.error}`);
    query.set(flag, new Date(when.value).toISOString());
  }
  const [install, format] = [args.text('install'), args.text('format')];
  if (install !== undefined) query.set('install', install);
  const collector = args.text('otlp');
  if (collector !== undefined) return sendLog(collector, query, args, terminal);
  if (format !== undefined) query.set('format', format);
  for await (const text of exportLines(args, terminal, query)) {
    terminal.out(text);
    await terminal.drained();
  }
  return 0;
}

async function sendLog(collector: string, query: URLSearchParams, args: Args, terminal: Terminal): Promise<number> {
  const format = args.text('format');
  if (format !== undefined && format !== 'otel') throw new UsageError('--otlp sends --format otel, nothing else');
  query.set('format', 'otel');
  const sent = await sendOtlp(collector, exportLines(args, terminal, query), terminal.env);
  terminal.out(args.isSet('json') ? jsonText({ sent }) : `${plural(sent, 'line')} sent\n`);
  return 0;
}

async function prune(args: Args, terminal: Terminal): Promise<number> {
  const written = args.text('older-than');
  const age = written === undefined ? null : durationMs(written);
  if (age === null) throw new UsageError('--older-than DURATION is missing, such as 90d');
  const before = new Date(Date.now() - age).toISOString();
  const hub = await hubAccess(args, terminal);
  if (!args.isSet('yes')) {
    if (!terminal.inputIsTerminal) throw new UsageError('no one can be asked here; --yes deletes without asking');
    if (!(await typedYes(`Delete every line of the decision logs from before ${before}? [y/N] `, terminal))) {
      terminal.out('Nothing was deleted.\n');
      return FOUND_EXIT;
    }
  }
  const { gone } = await hub.post<{ readonly gone: number }>('/api/log/prune', { before });
  terminal.out(
    args.isSet('json') ? jsonText({ gone }) : `${gone} lines are deleted. The chains begin at what is left.\n`,
  );
  return 0;
}
