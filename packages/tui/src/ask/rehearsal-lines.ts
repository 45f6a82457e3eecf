import { plural, spelledOut } from '@caliban/calls/text';
import { rehearsalHeadline } from '@caliban/gate/inspect';
import type { Rehearsal, RehearsedChange } from '@caliban/gate/types';
import { textLines } from '../fields/section-lines.ts';
import { spelledSpans } from '../fields/spelled.ts';
import { EMPTY_LINE, type Line, type Tone } from '../screen/line.ts';
import { wrapSpans } from '../screen/wrap-spans.ts';
import type { CallRows } from './call-lines.ts';

/** Adds the changes that a rehearsal found below the call. */
export function withRehearsal(call: CallRows, rehearsal: Rehearsal | undefined, columns: number): CallRows {
  if (rehearsal === undefined) return call;
  return { ...call, rows: [...call.rows, EMPTY_LINE, ...rehearsalLines(rehearsal, columns)] };
}

export function rehearsalLines(rehearsal: Rehearsal, columns: number): readonly Line[] {
  const say = (text: string, tone: Tone) => textLines(text, { columns, tone, most: 3 });
  switch (rehearsal.kind) {
    case 'impossible':
      return say(`Not rehearsed: ${spelledOut(rehearsal.why)}.`, 'dim');
    case 'ran': {
      const { changes, exitCode, output } = rehearsal;
      const shown = changes.slice(0, MAX_CHANGES);
      const more = changes.length - shown.length;
      return [
        ...say(rehearsalHeadline({ changes: changes.length, exitCode }), exitCode === 0 ? 'strong' : 'warning'),
        ...shown.flatMap((change) => wrapped(summary(change), columns, '  ')),
        ...(more > 0 ? say(`  and ${plural(more, 'more change')}`, 'warning') : []),
        ...outputLines(output, columns),
        ...shown.flatMap((change) => diffLines(change, columns)),
      ];
    }
  }
}

const MAX_CHANGES = 100;
const MAX_OUTPUT_LINES = 10;

const MARKS: Readonly<Record<RehearsedChange['effect'], readonly [mark: string, tone: Tone]>> = {
  created: ['+', 'added'],
  changed: ['~', 'hunk'],
  deleted: ['-', 'removed'],
};

function summary({ effect, kind, path, detail }: RehearsedChange): Line {
  const [mark, tone] = MARKS[effect];
  const what = kind === 'file' ? '' : `${kind} `;
  return [
    { text: `${mark} ${effect} ${what}`, tone },
    ...spelledSpans(path, 'plain'),
    ...(detail === '' ? [] : [{ text: ` (${spelledOut(detail)})`, tone: 'dim' as const }]),
  ];
}

function outputLines(output: string, columns: number): readonly Line[] {
  const lines = output.trimEnd().split('\n');
  if (lines.length === 1 && lines[0] === '') return [];
  const shown = lines.slice(-MAX_OUTPUT_LINES);
  const head = lines.length > shown.length ? `Its output, the last ${shown.length} lines:` : 'Its output:';
  return [
    [{ text: head, tone: 'dim' }],
    ...shown.flatMap((text) => wrapped(spelledSpans(text, 'plain'), columns, '│ ')),
  ];
}

function diffLines({ diff, path }: RehearsedChange, columns: number): readonly Line[] {
  if (diff === null || diff === '') return [];
  return [
    EMPTY_LINE,
    ...wrapped(spelledSpans(path, 'strong'), columns, '│ '),
    ...diff.split('\n').flatMap((text) => wrapped(spelledSpans(text, toneOf(text)), columns, '│ ')),
  ];
}

function toneOf(line: string): Tone {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'plain';
}

function wrapped(spans: Line, columns: number, start: string): readonly Line[] {
  return wrapSpans(spans, columns - start.length).map((row): Line => [{ text: start, tone: 'dim' }, ...row]);
}
