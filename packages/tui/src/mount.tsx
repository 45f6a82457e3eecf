import { render } from 'ink';
import { type ReactElement, useInsertionEffect } from 'react';
import { App, type AppProps } from './app.tsx';
import type { KeyHub } from './input/key-hub.ts';
import { KeyHubContext } from './input/use-keys.ts';
import { Painter } from './screen/painter.ts';
import { CursorContext } from './screen/use-cursor.ts';
import { useSize } from './screen/use-size.ts';

export type Mounting = Omit<AppProps, 'size'> & {
  readonly hub: KeyHub;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
};

/** Draws the session until it is unmounted. Rejects if drawing fails. We read the keys, so ink never touches `stdin`. */
export function mount({ hub, stdin, stdout, ...app }: Mounting): {
  readonly unmount: () => void;
  readonly failed: Promise<never>;
} {
  const painter = new Painter(stdout);
  const screen = render(
    <KeyHubContext.Provider value={hub}>
      <CursorContext.Provider value={painter}>
        <SizedApp painter={painter} stdout={stdout} {...app} />
      </CursorContext.Provider>
    </KeyHubContext.Provider>,
    // `debug`: ink writes every frame as a whole, and moves nothing on the screen itself.
    { stdin, stdout: framesTo(painter, stdout), exitOnCtrlC: false, debug: true },
  );
  return {
    unmount: () => screen.unmount(),
    failed: new Promise((_resolve, reject) => {
      screen.waitUntilExit().catch(reject);
    }),
  };
}

/** What ink sees as the terminal: the parts of a stream that it uses. It gets no resize events, since the size is a prop. */
function framesTo(painter: Painter, stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const frames = {
    get columns() {
      return stdout.columns;
    },
    write(frame: string) {
      painter.show(frame);
      return true;
    },
    on: () => frames,
    off: () => frames,
  };
  return frames as unknown as NodeJS.WriteStream;
}

type SizedProps = Omit<AppProps, 'size'> & { readonly painter: Painter; readonly stdout: NodeJS.WriteStream };

function SizedApp({ painter, stdout, ...app }: SizedProps): ReactElement {
  const size = useSize(stdout);
  // Runs before the frame of the same commit is drawn: the first one of that size is drawn as a whole.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size is the reason
  useInsertionEffect(() => painter.forget(), [painter, size]);
  return <App {...app} size={size} />;
}
