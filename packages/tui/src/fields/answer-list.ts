import type { Line } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';
import type { EditedLine } from './edit-line.ts';
import { textFieldLine } from './text-field.ts';

/** One of several answers; each has a key and a number. */
export type ListedAnswer<Key extends string = string> = {
  readonly key: Key;
  readonly label: string;
  /** The label if all answers share a row. */
  readonly short?: string;
  /** An explanation of the label, if needed. */
  readonly hint?: string;
};

type Look = {
  /** Null: Enter takes none of them. */
  readonly selected: number | null;
  /** Whether keys already answer. */
  readonly isArmed: boolean;
  readonly columns: number;
};

export function answersInColumn(
  answers: readonly ListedAnswer[],
  { selected, isArmed, columns }: Look,
): readonly Line[] {
  const widest = Math.max(...answers.map(({ label }) => widthOf(label)));
  return answers.map(({ key, label, hint = '' }, index): Line => {
    const row = ` ${index + 1}  ${key}  ${label} `;
    const pad = ' '.repeat(widest - widthOf(label));
    const shownHint = widthOf(row) + pad.length + 4 + widthOf(hint) <= columns ? hint : '';
    if (index === selected) {
      return [
        { text: '❯', tone: 'strong' },
        { text: row, tone: 'selected' },
        { text: `${pad}  ${shownHint}`, tone: 'dim' },
      ];
    }
    return [
      { text: `  ${index + 1}  `, tone: 'dim' },
      { text: key, tone: isArmed ? 'strong' : 'dim' },
      { text: `  ${label}`, tone: isArmed ? 'plain' : 'dim' },
      { text: `${pad}   ${shownHint}`, tone: 'dim' },
    ];
  });
}

export function answersInRow(answers: readonly ListedAnswer[], { selected, isArmed, columns }: Look): readonly Line[] {
  const lines: Line[] = [];
  let row: Line = [];
  let width = 0;
  for (const [index, { key, label, short = label }] of answers.entries()) {
    const text = `${index === selected ? '❯' : ' '}${key} ${short} `;
    if (width + widthOf(text) > columns && row.length > 0) {
      lines.push(row);
      row = [];
      width = 0;
    }
    row = [...row, { text, tone: isArmed ? (index === selected ? 'selected' : 'plain') : 'dim' }];
    width += widthOf(text);
  }
  return [...lines, row];
}

/** Shown instead of the answers while a message is being written. */
export function messageField(
  text: EditedLine,
  { title, columns }: { readonly title: string; readonly columns: number },
): readonly Line[] {
  return [
    [{ text: title, tone: 'strong' }],
    [
      { text: '❯ ', tone: 'accent' },
      ...textFieldLine({ text, columns: columns - 2, hasFocus: true, hint: 'what to do instead, or why not' }),
    ],
  ];
}

/** The answer for a key, by letter or number. */
export function answerOfKey<Key extends string>(answers: readonly ListedAnswer<Key>[], key: string): Key | undefined {
  return answers.find((each, index) => each.key === key.toLowerCase() || String(index + 1) === key)?.key;
}
