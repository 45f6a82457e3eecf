import xterm from '@xterm/headless';

export type Cell = {
  readonly text: string;
  /** The number in the 16-colour palette; null for the terminal's own. */
  readonly colour: number | null;
  /** Likewise; null where nothing is painted behind the letter. */
  readonly background: number | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  /** Letter and background change places. */
  readonly inverse: boolean;
};

/** What a terminal shows when all of this has been written to it, row by row. */
export async function screenCells(
  written: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Promise<readonly (readonly Cell[])[]> {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => screen.write(written, resolve));
  const { active } = screen.buffer;
  return Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    return Array.from({ length: columns }, (__, column): Cell => {
      const cell = line?.getCell(column);
      if (cell === undefined) return BLANK;
      return {
        text: cell.getChars() || ' ',
        colour: cell.isFgDefault() ? null : cell.getFgColor(),
        background: cell.isBgDefault() ? null : cell.getBgColor(),
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
        italic: cell.isItalic() !== 0,
        underlined: cell.isUnderline() !== 0,
        inverse: cell.isInverse() !== 0,
      };
    });
  });
}

export const BLANK: Cell = {
  text: ' ',
  colour: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underlined: false,
  inverse: false,
};
