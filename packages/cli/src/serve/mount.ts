import type { Mount } from '@caliban/inbox';
import { pageFiles } from '../page/page-files.ts';
import type { PageParts, PageServices } from '../page/page-services.ts';

/** The server's further routes beside the questions: the page, and its requests. Loaded with the first request. */
export function mountOf(parts: PageParts): Mount {
  const files = pageFiles();
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
  };
}
