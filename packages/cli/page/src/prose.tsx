import type { JSX } from 'preact';

/** A sentence from the server; text between backticks is code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const pieces = text.split('`');
  // An unpaired backtick is just a character.
  if (pieces.length % 2 === 0) return <>{text}</>;
  return <>{pieces.map((piece, index) => (index % 2 === 0 ? piece : <code key={index}>{piece}</code>))}</>;
}
