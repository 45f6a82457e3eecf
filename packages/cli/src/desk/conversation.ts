import { listSessions } from '@caliban/agent/internal/sessions/list-sessions';
import { loadSession } from '@caliban/agent/internal/sessions/load-session';
import type { Conversation } from '@caliban/tui/internal/ports';
import type { Session } from '../compose/session.ts';

/** The session's agent, as the terminal talks to it. `routes` is what `/model` offers. */
export function conversation(session: Session, directory: string, routes: readonly string[]): Conversation {
  return {
    model: () => shownName(session.model().name),
    models: () => [...new Set([session.model().name, ...routes])],
    useModel: (name) => session.useModel(name),
    run: (prompt, signal) => session.agent().run(prompt, signal),
    clear: () => session.begin(null),
    sessions: async () =>
      (await listSessions(directory)).map(({ sessionId, changedAt, prompt }) => ({
        id: sessionId,
        changedAt,
        firstPrompt: prompt,
      })),
    resume: async (id) => {
      const loaded = await loadSession(directory, id);
      if (!loaded.ok) return loaded;
      session.begin(loaded.value);
      return { ok: true, value: loaded.value.messages };
    },
  };
}

/** A script is a file somewhere; where does not matter to whoever looks at the status line. */
function shownName(name: string): string {
  return name.startsWith('scripted:') ? 'scripted' : name;
}
