import { cutMiddle, visible } from '@caliban/calls/text';
import type { AskView } from '@caliban/inbox';
import { callArgument, redact } from '@caliban/storage/audit';

/** The content of a notification about a question. It names the question and links to it, but can't answer it. */
export type Notification = {
  readonly event: 'question';
  readonly id: string;
  readonly host: string;
  readonly tool: string;
  /** The call on one line, without secrets. */
  readonly call: string;
  readonly why: string;
  readonly workspace: string;
  readonly expires_at: string;
  /** Shows the question in a browser that has the page open; contains no key. */
  readonly url: string;
};

const MAX_CALL_BYTES = 400;

export function notificationOf({ id, ask: { call, context }, expiresAt }: AskView, port: number): Notification {
  return {
    event: 'question',
    id,
    host: visible(context.host),
    tool: visible(call.tool),
    call: shown(callArgument(call)),
    why: shown(context.why),
    workspace: visible(call.workspace),
    expires_at: new Date(expiresAt).toISOString(),
    url: `http://127.0.0.1:${port}/#/inbox/${id}`,
  };
}

/** Secrets are removed before the text is cut: half a secret is still one. */
function shown(text: string): string {
  return visible(cutMiddle(redact(text.slice(0, MAX_READ)).text, MAX_CALL_BYTES).text);
}

const MAX_READ = 64 * 1024;
