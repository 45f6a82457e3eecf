import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const MAX_MESSAGE = 4_000;

export type MessagePanelProps = {
  readonly send: (message: string) => void;
  readonly close: () => void;
  readonly isConnected: boolean;
};

/** A rejection that tells the model what to do instead. */
export function MessagePanel({ send, close, isConnected }: MessagePanelProps): JSX.Element {
  const [message, setMessage] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // The field has the focus before the next key arrives.
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = () => {
    if (message.trim() !== '' && isConnected) send(message.trim());
  };
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          submit();
        }
      }}
    >
      <label>
        <span>What the model reads instead of the result</span>
        <textarea
          ref={field}
          rows={2}
          maxLength={MAX_MESSAGE}
          placeholder="for example: use git revert, history is shared"
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </label>
      <div class="answers">
        <button type="submit" class="button deny" aria-disabled={message.trim() === '' || !isConnected}>
          Reject with this message <kbd>Enter</kbd>
        </button>
        <button type="button" class="button plain" onClick={close}>
          Back <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
