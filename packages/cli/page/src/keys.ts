/** The key of a press that is for the page: not typed into a field, not held down, not a browser shortcut. */
export function plainKey(event: KeyboardEvent): string | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const { target } = event;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]') !== null)
    return null;
  return event.key;
}

export const KEYS: readonly (readonly [string, string])[] = [
  ['j  k', 'next and previous question'],
  ['o', 'allow once'],
  ['y', 'always allow…'],
  ['r', 'reject once'],
  ['m', 'reject with a message to the model…'],
  ['n', 'always reject…'],
  ['Enter  Esc', 'in a form: save, go back'],
  ['c', 'clear what is answered'],
  ['1 – 9', 'the views, in the order of their names above'],
  ['?', 'these keys'],
];
