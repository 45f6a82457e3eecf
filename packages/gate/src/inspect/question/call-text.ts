import type { ToolCall } from '@caliban/calls';
import { cutMiddle, errorText, everyPlace } from '@caliban/calls/text';

/** A call as text: first its subject, as the model wrote it, then the other fields of its input. */
export type CallText = { readonly subject: string; readonly fields: readonly string[] };

export function callText(call: ToolCall): CallText {
  const { subject, input } = call;
  switch (subject.kind) {
    case 'plain-command':
      return { subject: shown(subject.text), fields: otherFields(input, 'command') };
    case 'command-line':
      return { subject: shown(subject.line.source), fields: otherFields(input, 'command') };
    case 'path': {
      const others = everyPlace(subject).slice(1);
      const leads = others.length === 0 ? '' : `\n(leads to ${others.join(' or ')})`;
      return { subject: shown(subject.written + leads), fields: otherFields(input, 'path') };
    }
    case 'url':
      return { subject: shown(subject.url.written), fields: otherFields(input, 'url') };
    case 'none':
      return { subject: shown(json(input)), fields: [] };
  }
}

function otherFields(input: unknown, subject: string): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (name === subject) return [];
    return [shown(`${name}: ${typeof value === 'string' ? value : json(value)}`)];
  });
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch (error) {
    return `(cannot be shown: ${errorText(error)})`;
  }
}

/** More than anyone reads; the cut is marked. */
const MAX_BYTES = 512 * 1024;

function shown(text: string): string {
  return cutMiddle(text, MAX_BYTES).text;
}
