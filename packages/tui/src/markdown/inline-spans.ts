import type { Token, Tokens } from 'marked';
import type { Span, Tone } from '../screen/line.ts';
import { safeLine } from '../screen/safe-text.ts';

/** The text of a block with its emphasis, one list of spans per line. */
export function inlineLines(tokens: readonly Token[] | undefined, tone: Tone = 'plain'): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const { text, tone: own } of inlineSpans(tokens ?? [], tone)) {
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      const safe = safeLine(piece);
      if (safe !== '') lines.at(-1)?.push({ text: safe, tone: own });
    }
  }
  return lines;
}

function* inlineSpans(tokens: readonly Token[], tone: Tone): Generator<Span> {
  for (const each of tokens) yield* spansOf(each as InlineToken, tone);
}

type InlineToken =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Tag
  | Tokens.Checkbox;

function* spansOf(token: InlineToken, tone: Tone): Generator<Span> {
  switch (token.type) {
    case 'text':
      if ('tokens' in token && token.tokens !== undefined) yield* inlineSpans(token.tokens, tone);
      else yield { text: withoutEntities(token.text), tone };
      return;
    case 'escape':
      yield { text: token.text, tone };
      return;
    case 'strong':
      yield* inlineSpans(token.tokens, tone === 'plain' ? 'strong' : tone);
      return;
    case 'em':
      yield* inlineSpans(token.tokens, tone === 'plain' ? 'emphasis' : tone);
      return;
    case 'del':
      yield* inlineSpans(token.tokens, tone === 'plain' ? 'dim' : tone);
      return;
    case 'codespan':
      yield { text: token.text, tone: 'code' };
      return;
    case 'br':
      yield { text: '\n', tone };
      return;
    case 'link':
      yield* inlineSpans(token.tokens, tone === 'plain' ? 'link' : tone);
      // A link's target is always shown, never hidden behind its text.
      if (!isSpelledOut(token)) yield { text: ` (${token.href})`, tone: 'dim' };
      return;
    case 'image':
      yield { text: `[${token.text === '' ? 'image' : token.text}] (${token.href})`, tone: 'dim' };
      return;
    case 'html':
      yield { text: LINE_BREAK.test(token.raw) ? '\n' : token.raw, tone: 'dim' };
      return;
    case 'checkbox':
      // The item's mark shows it.
      return;
  }
  // Token types of a later parser version are shown as written.
  yield { text: (token as Token).raw, tone };
}

const LINE_BREAK = /^<br *\/?>$/i;

function isSpelledOut({ text, href }: Tokens.Link): boolean {
  return text === href || `mailto:${text}` === href || `http://${text}` === href;
}

/** Decodes the entities that models write to keep text from looking like HTML. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#39;': "'",
};
