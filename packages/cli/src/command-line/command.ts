import type { CommandFlags } from './flags.ts';

export type Command = {
  readonly name: string;
  /** What follows the name. */
  readonly usage: string;
  readonly about: string;
  readonly details?: string;
  /** What can be completed for each operand in turn. */
  readonly operands?: readonly ('tool' | 'pattern' | 'class' | 'action' | 'shell' | 'host')[];
  readonly flags: CommandFlags;
  /** Flags that are understood only by themselves. */
  readonly alone?: readonly string[];
  readonly examples: readonly string[];
};
