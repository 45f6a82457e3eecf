import { type AbsolutePath, absolutePath } from '@caliban/calls';
import { serverFiles } from '@caliban/inbox';
import type { Locations } from '@caliban/storage';
import { hubFiles } from '../hub/joined-hub.ts';

/** What a program could answer its own questions with: the tokens of the server of this user, and those for a hub. */
export function ownKeys({ stateDirectory }: Pick<Locations, 'stateDirectory'>): readonly AbsolutePath[] {
  const { agent, person } = hubFiles(stateDirectory);
  return [serverFiles(stateDirectory).directory, agent, person].map((path) => absolutePath(path));
}
