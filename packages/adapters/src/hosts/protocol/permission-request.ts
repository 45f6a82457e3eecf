import type { HostOutcome, HostReply } from '../host-adapter.ts';
import { reasonText, SILENCE, sayJson } from './host-replies.ts';

/** The host is about to show its dialog: an ask lets it. */
export function permissionRequestReply({ action, message }: HostOutcome): HostReply {
  if (action === 'ask') return SILENCE;
  const decision = action === 'allow' ? { behavior: action } : { behavior: action, message: reasonText(message) };
  return sayJson({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}
