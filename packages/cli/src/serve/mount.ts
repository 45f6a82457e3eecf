import type { HubMount } from '@caliban/hub';
import type { Inbox, Mount } from '@caliban/inbox';
import type { FleetParts } from '../page/fleet/fleet-services.ts';
import { pageFiles } from '../page/page-files.ts';
import type { PageParts, PageServices } from '../page/page-services.ts';

export type PageMount = Mount & {
  /** Works the open questions out once, so that the first look at them waits for no code to load. */
  readonly prepare: (inbox: Inbox) => Promise<void>;
};

/** The server's further routes beside the questions: the page, and its requests. Loaded with the first request. */
export function mountOf(parts: PageParts): PageMount {
  const files = pageFiles({ ofHub: false });
  let services: Promise<PageServices> | undefined;
  const load = () => {
    services ??= import('../page/page-services.ts').then(({ pageServices }) => pageServices(parts));
    return services;
  };
  return {
    publicFile(path) {
      const file = files.get(path);
      // The browser requests the rest in a moment.
      if (file !== undefined) setImmediate(() => load().catch(() => {}));
      return file;
    },
    answer: async (request, inbox) => (await load())(request, inbox),
    async prepare(inbox) {
      const services = await load();
      await services({ method: 'GET', path: 'cards', query: {}, body: {} }, inbox);
    },
  };
}

/** The same page over all agents of a hub. */
export function fleetMount(parts: FleetParts): HubMount {
  const files = pageFiles({ ofHub: true });
  let services: Promise<HubMount['answer']> | undefined;
  return {
    publicFile: (path) => files.get(path),
    answer: async (request, by, data) => {
      services ??= import('../page/fleet/fleet-services.ts').then(({ fleetServices }) => fleetServices(parts));
      return (await services)(request, by, data);
    },
  };
}
