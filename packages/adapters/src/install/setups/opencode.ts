import { isAbsolute, join } from 'node:path';
import { fail, ok } from '@caliban/gate/internal/types/result';
import type { HostSetup } from '../host-setup.ts';
import { isOpencodePlugin, opencodePlugin } from '../opencode-plugin.ts';

/** A plugin is a file of its own. */
export const opencodeSetup: HostSetup = {
  name: 'opencode',
  file(scope, { home, workspace, env }) {
    const { XDG_CONFIG_HOME: xdg = '' } = env;
    const config = isAbsolute(xdg) ? xdg : join(home, '.config');
    const directory = scope === 'user' ? join(config, 'opencode') : join(workspace, '.opencode');
    return join(directory, 'plugin', 'caliban.js');
  },
  install(text, { words }) {
    if (text !== null && text.trim() !== '' && !isOpencodePlugin(text))
      return fail('a plugin of somebody else stands there');
    return ok(opencodePlugin(words));
  },
  uninstall: (text) => ok(isOpencodePlugin(text) ? null : text),
  wiring: (text) => ok(isOpencodePlugin(text) ? 'wired' : 'not-wired'),
};
