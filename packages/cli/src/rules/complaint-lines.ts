import { visible } from '@caliban/calls/text';
import { paint } from '../output/paint.ts';
import { shortPath } from '../output/short-path.ts';
import { wrapped } from '../output/wrapped.ts';
import type { Terminal } from '../process/terminal.ts';
import { type Complaint, isHint } from './complaints.ts';

/** A kind of line below a file, in the order in which they are shown. */
type Weight = 'error' | 'warning' | 'info' | 'hint';

const WEIGHTS: readonly Weight[] = ['error', 'warning', 'info', 'hint'];
const PAINTS = { error: 'bad', warning: 'warning', info: 'hint', hint: 'hint' } as const;

function weightOf(complaint: Complaint): Weight {
  return isHint(complaint) ? 'hint' : complaint.severity;
}

/** Complaints below the names of their files, errors first. Short: no hints, and of many of the same weight the first few. */
export function complaintLines(
  complaints: readonly Complaint[],
  { isShort, terminal }: { readonly isShort: boolean; readonly terminal: Terminal },
): readonly string[] {
  const shown = isShort ? complaints.filter((complaint) => !isHint(complaint)) : complaints;
  const widest = Math.max(0, ...shown.map((complaint) => placeOf(complaint).length));
  const files = new Set(complaints.flatMap(({ file }) => file ?? []));
  return [...new Set(shown.map(({ file }) => file))].flatMap((file) => [
    paint('title', file === undefined ? 'not in a file' : visible(shortPath(file, terminal)), terminal),
    ...WEIGHTS.flatMap((weight) => {
      const alike = shown.filter((complaint) => complaint.file === file && weightOf(complaint) === weight);
      const listed = isShort && alike.length > MAX_ALIKE + 1 ? alike.slice(0, MAX_ALIKE) : alike;
      const rest = alike.length - listed.length;
      return [
        ...listed.map((complaint) => complaintLine(complaint, { widest, files, terminal })),
        ...(rest === 0
          ? []
          : [paint('dim', `${' '.repeat(widest + 4)}and ${counted(weight, rest, 'more ')}`, terminal)]),
      ];
    }),
    '',
  ]);
}

const MAX_ALIKE = 10;

/** `2 errors, 1 warning`. */
export function countedByWeight(complaints: readonly Complaint[]): string {
  return WEIGHTS.flatMap((weight) => {
    const count = complaints.filter((complaint) => weightOf(complaint) === weight).length;
    return count === 0 ? [] : [counted(weight, count)];
  }).join(', ');
}

function counted(weight: Weight, count: number, more = ''): string {
  return `${count} ${more}${weight}${count === 1 || weight === 'info' ? '' : 's'}`;
}

type LineParts = { readonly widest: number; readonly files: ReadonlySet<string>; readonly terminal: Terminal };

function complaintLine(complaint: Complaint, { widest, files, terminal }: LineParts): string {
  const weight = weightOf(complaint);
  const [margin, label] = [`  ${placeOf(complaint).padEnd(widest)}  `, weight.padEnd(WIDEST_LABEL)];
  const head = `${margin}${label}  `;
  const message = withShortPaths(complaint.message, { files, terminal });
  const text = wrapped(head + visible(message), { indent: head.length, terminal });
  if (!text.startsWith(head)) return text;
  return `${paint('dim', margin, terminal)}${paint(PAINTS[weight], label, terminal)}  ${text.slice(head.length)}`;
}

const WIDEST_LABEL = 'warning'.length;

function placeOf({ line, column }: Complaint): string {
  return [line, column].filter((part) => part !== undefined).join(':');
}

/** A message names the rule that is in the way with its whole path. */
function withShortPaths(message: string, { files, terminal }: Pick<LineParts, 'files' | 'terminal'>): string {
  return [...files].reduce((text, file) => text.replaceAll(`${file}:`, `${shortPath(file, terminal)}:`), message);
}
