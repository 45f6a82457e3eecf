import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { KEYS } from './keys.ts';

export function KeyHelp({ close }: { readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="faint">Answers work once the question has been visible for half a second.</p>
      <button type="button" class="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
