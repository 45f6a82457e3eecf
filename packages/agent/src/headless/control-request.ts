import { isRecord } from '@caliban/calls/types';
import type { Frame } from './frames.ts';

/**
 * The reply to a client's request other than a prompt; null if the frame isn't a request. Clients introduce themselves and wait
 * for a reply before they send the first prompt. They can't set permissions.
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
