import { fail, ok } from '@caliban/calls/types';
import type { HostSetup } from '../setup/host-setup.ts';
import { OPENCODE } from './host.ts';
import { isOpencodePlugin, opencodePlugin } from './plugin.ts';

/** A plugin is one file, which is entirely ours. */
export const opencodeSetup: HostSetup = {
  name: 'opencode',
  file: OPENCODE.hookFile,
  install(text, program) {
    if (text !== null && text.trim() !== '' && !isOpencodePlugin(text)) return fail('another plugin is already there');
    return ok(opencodePlugin(program));
  },
  uninstall: (text) => ok(isOpencodePlugin(text) ? null : text),
  wiring: (text) => ok(isOpencodePlugin(text) ? 'wired' : 'not-wired'),
};
