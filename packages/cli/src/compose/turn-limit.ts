import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';

/** `--max-turns` */
export function turnLimit(args: Args): number | undefined {
  const written = args.text('max-turns');
  if (written === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(written)) throw new UsageError(`--max-turns \`${written}\` is not a number from 1 on`);
  return Number(written);
}
