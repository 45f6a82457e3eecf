import { useEffect, useState } from 'react';

export type ScreenSize = { readonly columns: number; readonly rows: number };

/**
 * The size of the terminal, now and whenever it changes; a new one also when it went away and came back, for the terminal has
 * lost by then what stood beyond the smaller size. A stream tells only of sizes other than the last.
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
