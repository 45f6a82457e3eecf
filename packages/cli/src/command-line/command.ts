import type { CommandFlags } from './flags.ts';

export type Command = {
  readonly name: string;
  /** The part after the name. */
  readonly usage: string;
  readonly about: string;
  readonly details?: string;
  /** The completions for each operand in turn. */
  readonly operands?: readonly ('tool' | 'pattern' | 'class' | 'action' | 'shell' | 'schema' | 'host')[];
  readonly flags: CommandFlags;
  /** Flags that are accepted only without anything else. */
  readonly alone?: readonly string[];
  /** Its text may be longer than a screen, so it is shown in a pager on a terminal. */
  readonly isPaged?: true;
  readonly examples: readonly string[];
};
