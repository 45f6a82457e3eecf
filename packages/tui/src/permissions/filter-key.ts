import { type EditedLine, EMPTY_TEXT, editLine } from '../fields/edit-line.ts';
import { plainKey } from '../fields/plain-key.ts';
import type { Live } from '../fields/use-live.ts';
import type { KeyPress } from '../input/key.ts';

export type FilteredList = {
  readonly search: Live<EditedLine>;
  readonly selected: Live<number>;
  readonly close: () => void;
};

/** A key while a filter is typed: Enter keeps the filter, Esc clears it; any change scrolls the list to the top. */
export function onFilterKey(press: KeyPress, { search, selected, close }: FilteredList): true {
  const key = plainKey(press);
  if (key === 'escape') search.set(EMPTY_TEXT);
  if (key === 'escape' || key === 'enter') close();
  else {
    const edited = editLine(search.current, press);
    if (edited !== null) search.set(edited);
    selected.set(0);
  }
  return true;
}
