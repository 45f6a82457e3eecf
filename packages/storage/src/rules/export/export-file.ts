import { visible } from '@caliban/calls/text';
import { splitByteOrderMark } from '../../documents/parsed-text.ts';
import { canonicalText } from '../edit/edit-toml.ts';
import { loadText } from '../read/loaded-text.ts';

/**
 * One rule file as canonical TOML, with its comments and everything else in it. Null if that isn't possible: it isn't TOML, can't
 * be converted in place, or contains characters that must not reach a terminal.
 */
export function exportFile(written: string): string | null {
  const { text } = splitByteOrderMark(written);
  const loaded = loadText(text);
  const exported = loaded.ok ? canonicalText(loaded.value) : null;
  return exported === null || hidesSomething(exported) ? null : exported;
}

function hidesSomething(text: string): boolean {
  return text.split(/\r?\n|\t/).some((piece) => visible(piece) !== piece);
}
