import type { JSX } from 'preact';
import type { PageDiffLine, PagePiece } from './types.ts';

/** An agent's text. Invisible characters are escaped and marked; the direction is always left to right. */
export function Pieces({ pieces }: { readonly pieces: readonly PagePiece[] }): JSX.Element {
  return (
    <bdo dir="ltr">
      {pieces.map(({ text, hidden, asks }, index) => {
        const shown = hidden ? (
          <span key={index} class="hidden-character" title="a character that doesn't show">
            {text}
          </span>
        ) : (
          text
        );
        return asks ? (
          <mark key={index} class="asks">
            {shown}
          </mark>
        ) : (
          shown
        );
      })}
    </bdo>
  );
}

export function Diff({ lines }: { readonly lines: readonly PageDiffLine[] }): JSX.Element {
  return (
    <pre class="call diff">
      {lines.map(({ sign, text }, index) => (
        <span key={index} class={`line ${SIGNS[sign]}`}>
          <span class="sign">{sign === '@' ? '' : sign}</span>
          <Pieces pieces={text} />
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

const SIGNS = { '+': 'added', '-': 'removed', ' ': 'same', '@': 'place' } as const;
