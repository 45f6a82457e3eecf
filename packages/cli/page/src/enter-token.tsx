import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { enterKey } from './key.ts';

/** A hub knows people by their tokens. It stays in this tab. */
export function EnterToken(): JSX.Element {
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      class="empty enter-token"
      onSubmit={(event) => {
        event.preventDefault();
        const written = new FormData(event.currentTarget).get('token');
        setWrong(!enterKey(String(written)));
      }}
    >
      <h1>Open with your token</h1>
      <p>
        On a machine where you ran <code>caliban hub join</code>, <code>caliban hub ui</code> opens this page with it.
      </p>
      <label>
        Token of an approver or admin
        <input class="text mono" type="password" name="token" autocomplete="off" required />
      </label>
      {isWrong && (
        <p class="problem" role="alert">
          That is not a token; it begins with <code>caliban_</code>.
        </p>
      )}
      <button type="submit" class="button plain">
        Open
      </button>
    </form>
  );
}
