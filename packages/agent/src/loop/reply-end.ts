import type { RunEnd } from '../events.ts';
import type { StopReason } from '../models/model.ts';

/** The result of the run after a reply without calls. */
export function endOfReply(stop: StopReason, text: string): RunEnd {
  switch (stop) {
    case 'done':
    case 'tool-use':
      return { kind: 'done', text };
    case 'length':
      return failed('the reply was cut off at the output limit of the model; ask it to go on, or for less at once');
    case 'refused':
      return failed('the model refused to answer');
    case 'other':
      return text === '' ? failed('the model stopped without an answer') : { kind: 'done', text };
  }
}

/** Why no call of a reply may run: a truncated call may look complete. Null if they may run. */
export function cutOff(stop: StopReason): string | null {
  switch (stop) {
    case 'length':
      return 'the reply was cut off at the output limit, so none of its calls were run; send fewer or smaller calls';
    case 'refused':
      return 'the reply was stopped by the provider, so none of its calls were run';
    case 'done':
    case 'tool-use':
    case 'other':
      return null;
  }
}

function failed(message: string): RunEnd {
  return { kind: 'failed', message };
}
