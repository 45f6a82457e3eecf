import { join } from 'node:path';
import { type Args, refuseOperands } from '../../command-line/args.ts';
import { ConfigurationError } from '../../command-line/problems.ts';
import { filesOf } from '../../hub/hub-access.ts';
import { readJoined } from '../../hub/joined-hub.ts';
import { jsonText } from '../../output/json.ts';
import type { Terminal } from '../../process/terminal.ts';
import { openedText, openInBrowser } from '../../serve/open-in-browser.ts';

/** `caliban hub ui`: the page of the hub, opened with this person's token. */
export async function ui(args: Args, terminal: Terminal): Promise<number> {
  refuseOperands(args);
  const files = filesOf(terminal);
  const joined = readJoined(files.person);
  if (joined === null)
    throw new ConfigurationError([
      'no hub was joined by a person; run `caliban hub join URL --token-file FILE` with the token of an approver or admin',
    ]);
  const url = `${joined.url}/#key=${joined.token}`;
  const isOpened = !args.isSet('no-open') && (await openInBrowser(url, join(files.directory, 'open.html'), terminal));
  terminal.out(args.isSet('json') ? jsonText({ url, opened: isOpened }) : openedText(url, isOpened));
  return 0;
}
