import { Text, type TextProps } from 'ink';
import type { ReactElement } from 'react';
import type { Line, Tone } from './line.ts';

/** One row. Its text is already safe and cut to fit; ink only colours it. */
export function LineView({ line }: { readonly line: Line }): ReactElement {
  return (
    <Text wrap="truncate-end">
      {/* ink gives an empty row no height. */}
      {line.every(({ text }) => text === '')
        ? ' '
        : line.map(({ text, tone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity beyond their place
            <Text key={index} {...STYLES[tone]}>
              {text}
            </Text>
          ))}
    </Text>
  );
}

const STYLES: Readonly<Record<Tone, TextProps>> = {
  plain: {},
  strong: { bold: true },
  dim: { dimColor: true },
  good: { color: 'green' },
  bad: { color: 'red' },
  warning: { color: 'yellow' },
  accent: { color: 'cyan' },
  calm: { color: 'blue' },
  danger: { color: 'red', bold: true },
  added: { color: 'green' },
  removed: { color: 'red' },
  hunk: { color: 'cyan', dimColor: true },
  selected: { bold: true, inverse: true },
  tab: { color: 'cyan', bold: true },
  title: { bold: true, underline: true },
  emphasis: { italic: true },
  code: { color: 'cyan' },
  link: { underline: true },
  'added-word': { color: 'green', bold: true, underline: true },
  'removed-word': { color: 'red', bold: true, underline: true },
  marked: { color: 'yellow', underline: true },
  'marked-danger': { color: 'red', bold: true, underline: true },
  alarm: { color: 'yellow', bold: true, inverse: true },
  'danger-alarm': { color: 'red', bold: true, inverse: true },
};
