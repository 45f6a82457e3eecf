import { fail, ok } from '@caliban/gate/internal/types/result';
import { HOST_FILES } from '../host-files.ts';
import type { HostSetup } from '../host-setup.ts';
import { isOpencodePlugin, opencodePlugin } from '../opencode-plugin.ts';

/** A plugin is a file of its own. */
export const opencodeSetup: HostSetup = {
  name: 'opencode',
  file: HOST_FILES.opencode.hook,
  install(text, { words, recordsAnswers = true }) {
    if (text !== null && text.trim() !== '' && !isOpencodePlugin(text))
      return fail('a plugin of somebody else stands there');
    return ok(opencodePlugin(words, { recordsAnswers }));
  },
  uninstall: (text) => ok(isOpencodePlugin(text) ? null : text),
  wiring: (text) => ok(isOpencodePlugin(text) ? 'wired' : 'not-wired'),
};
