import { useEffect, useState } from 'react';

export type ScreenSize = { readonly columns: number; readonly rows: number };

/**
 * The current size of the terminal. Also a new object if the size changed and changed back, because the terminal has lost the
 * contents beyond the smaller size by then. A stream only reports sizes that differ from the last.
 */
export function useSize(stdout: NodeJS.WriteStream): ScreenSize {
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = () => setSize(sizeOf(stdout));
    process.on('SIGWINCH', onResize);
    onResize();
    return () => {
      process.off('SIGWINCH', onResize);
    };
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}
