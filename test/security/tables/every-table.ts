import type { Attack } from '../helpers/attack.ts';
import { CONTROL_PLANE } from './control-plane.ts';
import { FRESH } from './fresh.ts';
import { HUMAN } from './human.ts';
import { NETWORK } from './network.ts';
import { PATHS } from './paths.ts';
import { SAFE_COMMANDS } from './safe-commands.ts';
import { SHELL_MEMORY } from './shell-memory.ts';
import { SHELL_SYNTAX } from './shell-syntax.ts';

/** By the file that holds it. */
export const TABLES: Readonly<Record<string, readonly Attack[]>> = {
  'shell-syntax': SHELL_SYNTAX,
  'shell-memory': SHELL_MEMORY,
  'safe-commands': SAFE_COMMANDS,
  paths: PATHS,
  network: NETWORK,
  'control-plane': CONTROL_PLANE,
  human: HUMAN,
  fresh: FRESH,
};
