import type { Layer } from '@caliban/gate';
import { plural } from '@caliban/gate/internal/text/plural';
import { visible } from '@caliban/gate/internal/text/visible';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ERROR_EXIT, FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { jsonText } from '../../output/json.ts';
import { locationsAt } from '../../places/locations-at.ts';
import { refuseMissingWorkspace } from '../../places/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { type Complaint, type Complaints, complaintsAbout, isHint } from '../../rules/complaints.ts';

/** `perms lint`: exits 1 when a rule needs attention, and as every verb does when a file does not load. */
export async function lint(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  refuseMissingWorkspace(args.text('workspace'), terminal);
  const scope = args.text('scope') ?? 'all';
  const looked = await complaintsAbout(locationsAt({ workspace: args.text('workspace') }, terminal), terminal);
  const isMeant = ({ layer }: { readonly layer: Layer | undefined }) => scope === 'all' || layer === scope;
  const found = looked.complaints.filter(isMeant);
  const exit = exitFor(found);
  // Whoever stops reading before the end must not take it for clean.
  process.exitCode = exit;
  if (args.isSet('json')) {
    terminal.out(jsonText({ findings: found }));
  } else {
    for (const complaint of found) terminal.out(`${lineOf(complaint, terminal)}\n`);
    terminal.out(`${summary(found, looked.files.filter(isMeant))}\n`);
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

const COLOURS = { error: '31', warning: '33', info: '36' } as const;

function lineOf({ file, line, column, severity, message }: Complaint, { colours }: Terminal): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const shown = colours ? `\u001b[${COLOURS[severity]}m${severity}\u001b[0m` : severity;
  return `${visible(place)}: ${shown}: ${visible(message)}`;
}
