import { render } from 'ink';
import type { ReactElement } from 'react';
import { App, type AppProps } from './app.tsx';
import type { KeyHub } from './input/key-hub.ts';
import { KeyHubContext } from './input/use-keys.ts';
import { useSize } from './screen/use-size.ts';

export type Mounting = Omit<AppProps, 'size'> & {
  readonly hub: KeyHub;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
};

/** Draws the session until it is unmounted. Rejects when drawing fails. Keys are read by us, so ink never touches `stdin`. */
export function mount({ hub, stdin, stdout, ...app }: Mounting): {
  readonly unmount: () => void;
  readonly failed: Promise<never>;
} {
  const screen = render(
    <KeyHubContext.Provider value={hub}>
      <SizedApp stdout={stdout} {...app} />
    </KeyHubContext.Provider>,
    { stdin, stdout, exitOnCtrlC: false, maxFps: FRAMES_PER_SECOND },
  );
  return {
    unmount: () => screen.unmount(),
    failed: new Promise((_resolve, reject) => {
      screen.waitUntilExit().catch(reject);
    }),
  };
}

/** A key is on the screen within one of them. */
const FRAMES_PER_SECOND = 60;

function SizedApp({ stdout, ...app }: Omit<AppProps, 'size'> & { readonly stdout: NodeJS.WriteStream }): ReactElement {
  return <App {...app} size={useSize(stdout)} />;
}
