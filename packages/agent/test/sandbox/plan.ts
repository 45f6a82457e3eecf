import type { AbsolutePath } from '@caliban/calls';
import { type Action, parsePattern, type Rule } from '@caliban/gate';
import { type Confinement, type ConfinementContext, confinement } from '@caliban/gate/confinement';
import { realDisk, realPathOf } from '../../src/sandbox/real-disk.ts';

/** `deny Read:~/.ssh/**; allow Write:x`, as the user's rules. */
export function rulesFrom(written: string): readonly Rule[] {
  return written
    .split('; ')
    .filter((text) => text !== '')
    .map((text, at) => {
      const space = text.indexOf(' ');
      const pattern = parsePattern(text.slice(space + 1));
      if (!pattern.ok) throw new Error(pattern.error.message);
      const source = { layer: 'user', file: 'permissions.toml', line: at + 1 } as const;
      return { pattern: pattern.value, action: text.slice(0, space) as Action, source };
    });
}

/** A workspace, a home and a directory for temporary files below one directory. */
export function contextIn(directory: string): ConfinementContext {
  const at = (name: string) => `${directory}/${name}` as AbsolutePath;
  return {
    ...{ workspace: at('home/repo'), home: at('home'), temporary: [at('tmp')] },
    ...{ ownPaths: [at('home/repo/.caliban')], disk: realDisk(realPathOf) },
  };
}

export function planIn(directory: string, rules: string): Confinement {
  return confinement(rulesFrom(rules), contextIn(directory));
}
