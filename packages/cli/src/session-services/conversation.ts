import { listSessions, loadSession } from '@caliban/agent';
import type { Conversation } from '@caliban/agent/session';
import { ok } from '@caliban/calls/types';
import type { Session } from '../compose/session.ts';

/** The session's agent, as the terminal uses it. `routes` are the choices of `/model`. */
export function conversation(session: Session, directory: string, routes: readonly string[]): Conversation {
  const written = new Map([session.model().name, ...routes].map((route) => [shownName(route), route]));
  return {
    model: () => shownName(session.model().name),
    models: () => [...new Set([session.model().name, ...routes].map(shownName))],
    useModel: async (name) => {
      const used = await session.useModel(written.get(name) ?? name);
      return used.ok ? ok(shownName(used.value)) : used;
    },
    run: (prompt, signal) => session.agent().run(prompt, signal),
    compact: (focus, signal) => session.agent().compact(focus, signal),
    clear: () => session.begin(null),
    sessions: async () =>
      (await listSessions(directory)).map(({ sessionId, changedAt, prompt, lastPrompt }) => ({
        id: sessionId,
        changedAt,
        firstPrompt: prompt,
        lastPrompt,
      })),
    resume: async (id) => {
      const loaded = await loadSession(directory, id);
      if (!loaded.ok) return loaded;
      session.begin(loaded.value);
      return ok(loaded.value.messages);
    },
  };
}

/** For a script, the file's location is of no interest on the screen. */
export function shownName(name: string): string {
  return name.startsWith('scripted:') ? 'scripted' : name;
}
