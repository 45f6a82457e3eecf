import type { CommandFlags } from './flags.ts';

export type Command = {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly about: string;
  readonly details?: string;
  /** What can be completed for each operand in turn. */
  readonly operands?: readonly ('tool' | 'pattern' | 'class' | 'action' | 'shell' | 'schema' | 'host')[];
  readonly flags: CommandFlags;
  /** Flags that are understood only by themselves. */
  readonly alone?: readonly string[];
  /** Its text may be longer than a screen, so a pager shows it on a terminal. */
  readonly isPaged?: true;
  readonly examples: readonly string[];
};
