import { plural } from '@caliban/calls/text';
import type { Layer } from '@caliban/gate';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ERROR_EXIT, FOUND_EXIT } from '../../command-line/exit-codes.ts';
import { jsonText } from '../../output/json.ts';
import { paint } from '../../output/paint.ts';
import { locationsAt } from '../../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../../paths/refuse-missing-workspace.ts';
import type { Terminal } from '../../process/terminal.ts';
import { complaintLines, countedByWeight } from '../../rules/complaint-lines.ts';
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
    return exit;
  }
  const isShort = !args.isSet('all');
  for (const line of complaintLines(found, { isShort, terminal })) terminal.out(`${line}\n`);
  terminal.out(`${summary(found, { files: looked.files.filter(isMeant), isShort, terminal })}\n`);
  return exit;
}

function exitFor(found: readonly Complaint[]): number {
  if (found.some(({ kind }) => kind === 'load-error')) return ERROR_EXIT;
  return found.every(isHint) ? 0 : FOUND_EXIT;
}

type Summary = {
  readonly files: Complaints['files'];
  readonly isShort: boolean;
  readonly terminal: Terminal;
};

function summary(found: readonly Complaint[], { files, isShort, terminal }: Summary): string {
  const hints = found.filter(isHint);
  const hidden = isShort && hints.length > 0 ? paint('dim', '  (caliban perms lint --all shows hints)', terminal) : '';
  if (hints.length < found.length) {
    const verdict = found.some(({ severity }) => severity === 'error') ? 'bad' : 'warning';
    return paint(verdict, countedByWeight(found), terminal) + hidden;
  }
  const rules = files.reduce((sum, file) => sum + file.rules, 0);
  const among = hints.length === 0 ? '' : `, ${countedByWeight(hints)}`;
  return paint('good', `clean: ${plural(rules, 'rule')} in ${plural(files.length, 'file')}${among}`, terminal) + hidden;
}
