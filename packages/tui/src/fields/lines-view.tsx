import { Box } from 'ink';
import type { ReactElement } from 'react';
import { cutLine } from '../screen/cut-line.ts';
import type { Line } from '../screen/line.ts';
import { LineView } from '../screen/line-view.tsx';

/** Rows below each other, never wider than the screen and never more than it has. */
export function LinesView({
  lines,
  columns,
  rows,
}: {
  readonly lines: readonly Line[];
  readonly columns: number;
  readonly rows: number;
}): ReactElement {
  return (
    <Box flexDirection="column" width={columns}>
      {lines.slice(0, Math.max(1, rows)).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <LineView key={index} line={cutLine(line, columns)} />
      ))}
    </Box>
  );
}
