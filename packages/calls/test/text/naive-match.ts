/** A text glob against a text by trying every way, character by character: slow, and plainly right. */
export function naiveMatch(glob: string, text: string, escapable = '*?\\'): boolean {
  return tryFrom(readTokens(glob, escapable), Array.from(text));
}

type Token = 'star' | 'one' | { readonly literal: string };

function readTokens(glob: string, escapable: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(glob);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const next = characters[at + 1];
    if (character === '\\' && next !== undefined && escapable.includes(next)) {
      tokens.push({ literal: next });
      at++;
    } else if (character === '*') tokens.push('star');
    else if (character === '?') tokens.push('one');
    else tokens.push({ literal: character });
  }
  return tokens;
}

function tryFrom([token, ...tokens]: readonly Token[], text: readonly string[]): boolean {
  if (token === undefined) return text.length === 0;
  if (token === 'star') return tryFrom(tokens, text) || (text.length > 0 && tryFrom([token, ...tokens], text.slice(1)));
  const [first, ...rest] = text;
  if (first === undefined || (token !== 'one' && token.literal !== first)) return false;
  return tryFrom(tokens, rest);
}
