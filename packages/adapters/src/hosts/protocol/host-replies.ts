import { cutMiddle } from '@caliban/calls/text';
import type { HostOutcome, HostReply } from '../host-adapter.ts';

export const SILENCE: HostReply = { stdout: '', stderr: '', exitCode: 0 };

/** Exactly one JSON value on standard output; hosts ignore or fail on anything else. */
export function sayJson(value: object): HostReply {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', exitCode: 0 };
}

/** Every host with command hooks treats exit code 2 as a refusal, provided standard error isn't empty. */
export function blocked(message: string): HostReply {
  return { stdout: '', stderr: `${reasonText(message)}\n`, exitCode: BLOCKED_EXIT };
}

export const BLOCKED_EXIT = 2;

/** Never blank: some hosts ignore a refusal without a reason. Shortened here, because hosts cut long texts at a worse place. */
export function reasonText(message: string): string {
  const text = message.trim();
  return text === '' ? 'refused by caliban' : cutMiddle(text, MAX_BYTES).text;
}

const MAX_BYTES = 8000;

/** For hosts that can't ask: the call is refused, and the message says why and what to do. */
export function unasked(message: string): string {
  return `this call needs approval, and this host cannot ask for it here: ${reasonText(message)}; the operator can allow such calls with caliban perms add`;
}

/** The host is about to show its dialog: an ask lets it do so. */
export function permissionRequestReply({ action, message }: HostOutcome): HostReply {
  if (action === 'ask') return SILENCE;
  const decision = action === 'allow' ? { behavior: action } : { behavior: action, message: reasonText(message) };
  return sayJson({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}
