import { useEffect, useState } from 'react';

export type ScreenSize = { readonly columns: number; readonly rows: number };

/** The size of the terminal, now and whenever it changes. */
export function useSize(stdout: NodeJS.WriteStream): ScreenSize {
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = () => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    onResize();
    return () => {
      stdout.off('resize', onResize);
    };
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns: columns || 80, rows: rows || 24 };
}
