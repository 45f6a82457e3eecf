import type { KeyPress } from '../../input/key.ts';
import { insert, paste } from './buffer.ts';
import * as edits from './edits.ts';

/** The edit for a key; null for one that doesn't edit. Enter, up, down and Tab have further meanings and aren't handled here. */
export function editOf(press: KeyPress): edits.Edit | null {
  if (press.kind === 'paste') return (buffer) => paste(buffer, press.text);
  const { key, ctrl, alt, shift } = press;
  const name = `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${key}`;
  const edit = EDITS[name];
  if (edit !== undefined) return edit;
  if (key === 'enter' && (alt || shift)) return (buffer) => insert(buffer, '\n');
  if (ctrl || alt || isNamed(key)) return null;
  return (buffer) => insert(buffer, key);
}

/** Named keys are words; typed characters are one grapheme. */
function isNamed(key: string): boolean {
  return /^[a-z]{2,}$/.test(key);
}

const EDITS: Readonly<Record<string, edits.Edit>> = {
  'ctrl+j': (buffer) => insert(buffer, '\n'),
  left: edits.left,
  right: edits.right,
  'ctrl+b': edits.left,
  'ctrl+f': edits.right,
  'ctrl+left': edits.wordLeft,
  'ctrl+right': edits.wordRight,
  'alt+left': edits.wordLeft,
  'alt+right': edits.wordRight,
  'alt+b': edits.wordLeft,
  'alt+f': edits.wordRight,
  home: edits.lineStart,
  end: edits.lineEnd,
  'ctrl+a': edits.lineStart,
  'ctrl+e': edits.lineEnd,
  'ctrl+k': edits.killToLineEnd,
  'ctrl+u': edits.killToLineStart,
  'ctrl+w': edits.deleteWordBack,
  'ctrl+backspace': edits.deleteWordBack,
  'alt+backspace': edits.deleteWordBack,
  'alt+d': edits.deleteWordForward,
  backspace: edits.deleteBack,
  delete: edits.deleteForward,
};
