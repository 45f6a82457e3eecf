import { cutFrom } from '@caliban/agent/internal/tools/diff/unified-diff';
import type { Part, Question } from '@caliban/gate';
import { visible } from '@caliban/gate/internal/text/visible';
import { callText } from '../ask/call-text.ts';
import { whyLines } from '../ask/why-lines.ts';
import { spelledOut } from '../fields/spelled.ts';
import type { EditPreview } from '../ports.ts';
import { lineText } from '../screen/line.ts';

/** The call in full, behind a bar that tells text of the model from text of ours; then why it is asked about. */
export async function questionLines(
  question: Question,
  asking: readonly Part[],
  preview: EditPreview,
): Promise<readonly string[]> {
  const { call } = question;
  const { subject, fields } = callText(call);
  const diff = await preview(call).catch(() => null);
  // There is no key here that would show the rest of it.
  const shown = [subject, ...(diff === null || cutFrom(diff) !== null ? fields : [diff.trimEnd()])];
  return [
    '',
    `question: allow ${visible(call.tool)}?`,
    ...shown.flatMap((text) => text.split('\n')).map((line) => `| ${spelledOut(line)}`),
    ...whyLines(question, { asking, columns: WIDEST, most: 1 }).map(lineText),
  ];
}

/** Whoever has it read aloud, or on a simple terminal, has no use for our line ends. */
const WIDEST = 2000;
