import type { EditPreview } from '@caliban/agent/session';
import { cutFrom } from '@caliban/agent/tools';
import { spelledOut, visible } from '@caliban/calls/text';
import type { Part, Question } from '@caliban/gate';
import { callText, risksOf } from '@caliban/gate/inspect';
import { rehearsalLines } from '../ask/rehearsal-lines.ts';
import { whyLines } from '../ask/why-lines.ts';
import { lineText } from '../screen/line.ts';

/** The whole call, behind a bar that distinguishes the model's text from ours; then why it is asked about. */
export async function questionLines(
  question: Question,
  asking: readonly Part[],
  preview: EditPreview,
): Promise<readonly string[]> {
  const { call } = question;
  const { subject, fields } = callText(call);
  const diff = await preview(call).catch(() => null);
  // No key here could show the rest of it.
  const shown = [subject, ...(diff === null || cutFrom(diff) !== null ? fields : [diff.trimEnd()])];
  return [
    '',
    `question: allow ${visible(call.tool)}?`,
    `it ${risksOf(call)
      .map(({ does }) => does)
      .join(', and it ')}`,
    ...shown.flatMap((text) => text.split('\n')).map((line) => `| ${spelledOut(line)}`),
    ...(question.rehearsal === undefined ? [] : rehearsalLines(question.rehearsal, WIDEST).map(lineText)),
    ...whyLines(question, { asking, columns: WIDEST, most: 1 }).map(lineText),
  ];
}

/** Someone who uses a screen reader or a simple terminal doesn't need our line breaks. */
const WIDEST = 2000;
