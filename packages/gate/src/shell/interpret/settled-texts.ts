import type { SettledTexts } from '../../types/command-line.ts';
import type { Command, Word } from '../parse/parse-command-line.ts';
import { isReplaced } from '../parse/read-word.ts';
import type { Findings } from '../walk/findings.ts';

/** Whether the shell puts something else in the place of an argument. */
export function isOpen({ suffix }: Command): boolean {
  return suffix.some((item) => item.type === 'Word' && isReplaced(item));
}

/**
 * The command as it will run, as far as the line itself tells: `git {push,origin}`, `git pu$@sh` and `x=push; git $x` are all
 * `git push`. For deny and ask rules alone, which shell syntax must not dodge. Few lines meet one, so it is worked out late.
 */
export function settledLater(command: Command, _name: Word, findings: Findings): () => SettledTexts {
  const later = () => {
    const { interpreter, overLimit } = findings;
    if (overLimit) return NOTHING;
    return { texts: [...(interpreter.commands.get(command) ?? [])], isPartial: interpreter.isPartial };
  };
  findings.settled.set(command, later);
  return later;
}

const NOTHING: SettledTexts = { texts: [], isPartial: false };
