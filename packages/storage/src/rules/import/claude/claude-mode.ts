import { isPermissionMode } from '@caliban/gate/types';
import type { NotCarriedOver } from '../imported.ts';
import { type JsonNode, member } from '../jsonc.ts';
import type { Reading } from '../reading.ts';

/** The settings of `permissions` other than its lists. */
export function claudeMode(permissions: JsonNode): Omit<Reading, 'rules'> {
  const notCarriedOver = OTHER_SETTINGS.flatMap(([key, why]): NotCarriedOver[] => {
    const node = member(permissions, key);
    return node === undefined ? [] : [{ what: `permissions.${key}`, why, line: node.line }];
  });
  return { notCarriedOver, ...startMode(member(permissions, 'defaultMode')) };
}

function startMode(node: JsonNode | undefined): Pick<Reading, 'notices' | 'defaultMode'> {
  if (node === undefined) return { notices: [] };
  const written = node.kind === 'text' ? node.text : '';
  switch (written) {
    case 'manual':
      return { notices: [], defaultMode: 'default' };
    case 'dontAsk':
      return {
        notices: [
          '`defaultMode` dontAsk denies what no rule allows in Claude Code and allows it in caliban; imported as default',
        ],
        defaultMode: 'default',
      };
    case 'bypassPermissions':
      return {
        notices: ['`defaultMode` bypassPermissions is not imported; caliban bypasses nothing that a file asks it to'],
      };
  }
  if (isPermissionMode(written)) return { notices: [], defaultMode: written };
  return { notices: [`\`defaultMode\` on line ${node.line} names no mode; not imported`] };
}

const OTHER_SETTINGS: readonly (readonly [string, string])[] = [
  [
    'additionalDirectories',
    'caliban allows reading everywhere; write rules with absolute paths for what may be edited there',
  ],
  ['disableBypassPermissionsMode', 'write `enforce = true` in a caliban file to forbid bypassing'],
  ['disableAutoMode', 'write `disable_auto_mode = true` in a caliban file'],
];
