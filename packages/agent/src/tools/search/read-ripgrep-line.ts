import { z } from 'zod';

export type RipgrepMessage =
  /** Null: the name isn't valid text. */
  | { readonly kind: 'begin'; readonly path: string | null }
  | { readonly kind: 'lines'; readonly number: number; readonly lines: readonly string[]; readonly isMatch: boolean }
  | { readonly kind: 'end' };

/** One line of `rg --json`; null for messages we don't need. */
export function readRipgrepLine(line: string): RipgrepMessage | null {
  const parsed = messageSchema.safeParse(parseJson(line));
  if (!parsed.success) return null;
  const { type, data } = parsed.data;
  switch (type) {
    case 'begin':
      return { kind: 'begin', path: data.path?.text ?? null };
    case 'match':
    case 'context': {
      const text = data.lines?.text ?? Buffer.from(data.lines?.bytes ?? '', 'base64').toString('utf8');
      const lines = text.replace(/\n$/, '').split('\n');
      return { kind: 'lines', number: data.line_number ?? 0, lines, isMatch: type === 'match' };
    }
    case 'end':
      return { kind: 'end' };
  }
}

const textOrBytes = z.object({ text: z.string().optional(), bytes: z.string().optional() });

const messageSchema = z.object({
  type: z.enum(['begin', 'match', 'context', 'end']),
  data: z.object({
    path: textOrBytes.optional(),
    lines: textOrBytes.optional(),
    line_number: z.number().nullish(),
  }),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
