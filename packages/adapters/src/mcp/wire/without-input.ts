import type { ToolCallMessage } from './client-message.ts';
import { type JsonSpan, jsonSpans } from './json-spans.ts';

const INPUT = ['inputResponses', 'requestState'];

/** The repeated call, with the server input of the first one; everything else stays literally the same. */
export function withoutInput(again: ToolCallMessage, first: ToolCallMessage): ToolCallMessage {
  const envelope = jsonSpans(again.text).children;
  const params = [
    ...paramsOf(again).filter(({ key }) => !INPUT.includes(key ?? '')),
    ...paramsOf(first).filter(({ key }) => INPUT.includes(key ?? '')),
  ];
  const text = written(envelope.map((span) => (span.key === 'params' ? { ...span, text: written(params) } : span)));
  return { ...again, text, params: (JSON.parse(text) as { params: ToolCallMessage['params'] }).params };
}

function paramsOf({ text }: ToolCallMessage): readonly JsonSpan[] {
  const params = jsonSpans(text).children.find(({ key }) => key === 'params');
  return params === undefined ? [] : jsonSpans(params.text).children;
}

function written(members: readonly JsonSpan[]): string {
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
