import type { Token, Tokens } from 'marked';
import { EMPTY_LINE, type Line, line, type Span, type Tone } from '../screen/line.ts';
import { safeLines } from '../screen/safe-text.ts';
import { widthOf } from '../screen/width.ts';
import { hardWrap } from '../screen/wrap.ts';
import { inlineLines } from './inline-spans.ts';
import { tableLines } from './table-lines.ts';
import { wrapWords } from './wrap-words.ts';

/** The rows of consecutive blocks, with an empty row between two of them. */
export function blockLines(
  blocks: readonly Token[],
  columns: number,
  { isTight = false }: { readonly isTight?: boolean } = {},
): readonly Line[] {
  const rows: Line[] = [];
  for (const block of blocks) {
    const drawn = linesOf(block as BlockToken, columns);
    if (drawn.length === 0) continue;
    if (rows.length > 0 && !isTight) rows.push(EMPTY_LINE);
    rows.push(...drawn);
  }
  return rows;
}

type BlockToken =
  | Tokens.Space
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Def
  | Tokens.Checkbox;

function linesOf(block: BlockToken, columns: number): readonly Line[] {
  switch (block.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return wrapped(inlineLines(block.tokens, block.depth === 1 ? 'title' : 'strong'), columns);
    case 'paragraph':
      return wrapped(inlineLines(block.tokens), columns);
    case 'text':
      return wrapped(inlineLines('tokens' in block ? (block.tokens ?? [block]) : [block]), columns);
    case 'code':
      return codeLines(block, columns);
    case 'blockquote':
      return prefixed(blockLines(block.tokens, columns - barWidth(columns)), columns);
    case 'list':
      return listLines(block, columns);
    case 'table':
      return tableLines(block, columns);
    case 'hr':
      return [line('─'.repeat(Math.min(columns, RULE_COLUMNS)), 'dim')];
    case 'html':
      return wrapped(inlineLines([{ ...block, type: 'escape', text: block.raw.trimEnd() }], 'dim'), columns);
  }
  // Token types of a later parser version are shown as written.
  return wrapped(inlineLines([{ type: 'escape', raw: '', text: (block as Token).raw.trimEnd() }]), columns);
}

const RULE_COLUMNS = 40;

function wrapped(lines: readonly (readonly Span[])[], columns: number): readonly Line[] {
  return lines.flatMap((spans) => wrapWords(spans, columns));
}

const BAR: Span = { text: '│ ', tone: 'dim' };

/** No bar if there is no room for one. */
function barWidth(columns: number): number {
  return columns < NARROW ? 0 : 2;
}

const NARROW = 8;

function prefixed(rows: readonly Line[], columns: number): readonly Line[] {
  return barWidth(columns) === 0 ? rows : rows.map((row) => [BAR, ...row]);
}

/** Open to the right: a full frame would move with every line that streams in. */
function codeLines({ text, lang = '' }: Tokens.Code, columns: number): readonly Line[] {
  const [language = ''] = safeLines(lang.trim().split(/\s/)[0] ?? '');
  const room = columns - barWidth(columns);
  const rows = safeLines(text).flatMap((each) =>
    hardWrap(each, room).map((row) => line(row, language === 'diff' ? diffTone(each) : 'plain')),
  );
  if (barWidth(columns) === 0) return rows;
  const name = hardWrap(language, Math.min(20, room))[0] ?? '';
  return [line(name === '' ? '╭─' : `╭ ${name}`, 'dim'), ...prefixed(rows, columns), line('╰─', 'dim')];
}

function diffTone(text: string): Tone {
  if (text.startsWith('+')) return 'added';
  if (text.startsWith('-')) return 'removed';
  return text.startsWith('@@') ? 'hunk' : 'plain';
}

/** Each item follows its mark; its other rows are aligned with its text. */
function listLines(list: Tokens.List, columns: number): readonly Line[] {
  const last = Number(list.start || 1) + list.items.length - 1;
  const widest = list.ordered ? `${last}. `.length : BULLET.length;
  const rows: Line[] = [];
  for (const [index, item] of list.items.entries()) {
    const mark = markOf(list, item, index).padStart(widest);
    const width = widthOf(mark);
    const isNarrow = columns - width < NARROW;
    const body = blockLines(item.tokens, isNarrow ? columns : columns - width, { isTight: !item.loose });
    if (index > 0 && list.loose) rows.push(EMPTY_LINE);
    const drawn = body.length === 0 ? [EMPTY_LINE] : body;
    rows.push(
      ...drawn.map((row, at): Line => {
        if (isNarrow) return row;
        return [at === 0 ? { text: mark, tone: 'dim' } : { text: ' '.repeat(width), tone: 'plain' }, ...row];
      }),
    );
  }
  return rows;
}

const BULLET = '• ';

function markOf({ ordered, start }: Tokens.List, { task, checked }: Tokens.ListItem, index: number): string {
  const box = task ? (checked === true ? '[x] ' : '[ ] ') : '';
  if (ordered) return `${Number(start || 1) + index}. ${box}`;
  return box === '' ? BULLET : box;
}
