import { plural, visible } from '@caliban/calls/text';
import type { Layer } from '@caliban/gate';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ERROR_EXIT, FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { shortPath } from '../../output/short-path.ts';
import { wrapped } from '../../output/wrapped.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { type Complaint, type Complaints, complaintsAbout, isHint } from '../../rules/complaints.ts';

/** `perms lint`: exits 1 if a rule needs attention, and like every verb if a file doesn't load. */
export async function lint(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const scope = args.text('scope') ?? 'all';
  const looked = await complaintsAbout(locationsAt({ workspace: args.text('workspace') }, terminal), terminal);
  const isMeant = ({ layer }: { readonly layer: Layer | undefined }) => scope === 'all' || layer === scope;
  const found = looked.complaints.filter(isMeant);
  const exit = exitFor(found);
  // If the reader stops early, the exit code must not look clean.
  process.exitCode = exit;
  if (args.isSet('json')) {
    terminal.out(jsonText({ findings: found }));
  } else {
    for (const complaint of found) terminal.out(`${lineOf(complaint, terminal)}\n`);
    const verdict = found.every(isHint)
      ? 'good'
      : found.some(({ severity }) => severity === 'error')
        ? 'bad'
        : 'warning';
    terminal.out(`${paint(verdict, summary(found, looked.files.filter(isMeant)), terminal)}\n`);
  }
  return exit;
}

function exitFor(found: readonly Complaint[]): number {
  if (found.some(({ kind }) => kind === 'load-error')) return ERROR_EXIT;
  return found.every(isHint) ? 0 : FOUND_EXIT;
}

function summary(found: readonly Complaint[], files: Complaints['files']): string {
  const hints = found.filter(isHint).length;
  const among = hints === 0 ? '' : `, ${plural(hints, 'hint')}`;
  if (hints < found.length) return `${found.length - hints} found${among}`;
  const rules = files.reduce((sum, file) => sum + file.rules, 0);
  return `clean: ${plural(rules, 'rule')} in ${plural(files.length, 'file')}${among}`;
}

const PAINTS = { error: 'bad', warning: 'warning', info: 'hint' } as const;

/** In the format of compilers, so that editors and terminals can open the position. */
function lineOf({ file, line, column, severity, message }: Complaint, terminal: Terminal): string {
  const path = file === undefined ? undefined : shortPath(file, terminal);
  const place = visible([path, line, column].filter((part) => part !== undefined).join(':'));
  const text = wrapped(`${place}: ${severity}: ${visible(message)}`, { indent: 4, terminal });
  const [head, tail] = [`${place}: `, `${severity}:`];
  if (!text.startsWith(head + tail)) return text;
  return head + paint(PAINTS[severity], tail, terminal) + text.slice(head.length + tail.length);
}
