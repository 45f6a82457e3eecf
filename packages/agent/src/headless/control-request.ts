import { isRecord } from '@caliban/calls/types';
import type { Frame } from './frames.ts';

/**
 * The answer to what a client asks beside its prompts; null when the frame asks nothing. Clients introduce themselves and
 * wait for a word before they send the first prompt. Permissions are not theirs to set.
 */
export function answerControlRequest(frame: Frame): Frame | null {
  if (frame.type !== 'control_request' || typeof frame.request_id !== 'string') return null;
  const subtype = isRecord(frame.request) ? frame.request.subtype : undefined;
  const answer =
    subtype === 'initialize'
      ? { subtype: 'success', response: { commands: [] } }
      : { subtype: 'error', error: `caliban does not know the control request \`${String(subtype)}\`` };
  return { type: 'control_response', response: { ...answer, request_id: frame.request_id } };
}
