import { createRehearsals, finishJournals, type RehearsalParts, type Rehearsals } from '@caliban/agent/rehearsal';
import { rehearsalDirectory } from '../paths/rehearsal-directory.ts';
import { type ConfinementPlace, confinementContext } from './sandbox.ts';

export type RehearsalWiring = ConfinementPlace &
  Required<Pick<RehearsalParts, 'env' | 'shell' | 'maxOutputChars' | 'rules' | 'secrets'>> & {
    readonly isOn: boolean;
    readonly warn: (message: string) => void;
  };

/** Null: commands are not rehearsed. Even then, changes that an earlier caliban left half done are finished first. */
export async function composeRehearsals({ isOn, warn, ...wiring }: RehearsalWiring): Promise<Rehearsals | null> {
  const directory = rehearsalDirectory(wiring.locations);
  for (const message of await finishJournals(directory)) warn(message);
  if (!isOn) return null;
  const { rules, secrets, shell, env, maxOutputChars } = wiring;
  return createRehearsals({
    context: confinementContext(wiring),
    rules,
    secrets,
    directory,
    shell,
    env,
    maxOutputChars,
  });
}
