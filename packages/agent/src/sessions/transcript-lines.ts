import { isRecord } from '@caliban/calls/types';
import type { TranscriptEntry } from '../conversation/conversation.ts';
import type { AssistantPart, Message, ToolResult } from '../conversation/messages.ts';
import { MalformedInput } from '../models/model.ts';

export type LineMark = { readonly at: string; readonly sessionId: string; readonly cwd: string };

export type TranscriptLine = { readonly entry: TranscriptEntry; readonly mark: LineMark };

export function formatEntry(entry: TranscriptEntry, { at, sessionId, cwd }: LineMark): string {
  return JSON.stringify({ at, session_id: sessionId, cwd, ...entry }, keepMalformed);
}

/** Null for a line that is torn, empty or not ours. */
export function parseLine(line: string): TranscriptLine | null {
  const value = parseJson(line);
  if (!isRecord(value)) return null;
  const mark = { at: textOf(value.at), sessionId: textOf(value.session_id), cwd: textOf(value.cwd) };
  if (value.kind === 'message' && isMessage(value.message)) {
    return { entry: { kind: 'message', message: value.message }, mark };
  }
  if (value.kind === 'compacted' && Array.isArray(value.messages) && value.messages.every(isMessage)) {
    return { entry: { kind: 'compacted', messages: value.messages }, mark };
  }
  return null;
}

/** Input that wasn't JSON stays recognisable as such. */
const MALFORMED = 'caliban:malformed-input';

function keepMalformed(_: string, value: unknown): unknown {
  return value instanceof MalformedInput ? { [MALFORMED]: value.text } : value;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line, (_, value) => {
      const text = isRecord(value) && Object.keys(value).length === 1 ? value[MALFORMED] : undefined;
      return typeof text === 'string' ? new MalformedInput(text) : value;
    });
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  switch (value.role) {
    case 'user':
      return typeof value.text === 'string';
    case 'assistant':
      return Array.isArray(value.parts) && value.parts.every(isPart);
    case 'tool':
      return Array.isArray(value.results) && value.results.every(isResult);
    default:
      return false;
  }
}

function isPart(value: unknown): value is AssistantPart {
  if (!isRecord(value)) return false;
  if (value.kind === 'tool-use') return typeof value.id === 'string' && typeof value.name === 'string';
  return (value.kind === 'text' || value.kind === 'thinking') && typeof value.text === 'string';
}

function isResult(value: unknown): value is ToolResult {
  if (!isRecord(value)) return false;
  const texts = [value.toolUseId, value.toolName, value.text];
  return texts.every((text) => typeof text === 'string') && typeof value.isError === 'boolean';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
