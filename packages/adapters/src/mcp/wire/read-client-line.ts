import { ambiguousNumberIn, ambiguousNumberProblem } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import { type Fields, fieldOf } from '../../hosts/protocol/payload.ts';
import {
  type BadMessage,
  type ClientMessage,
  type ErrorCode,
  type IdText,
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
} from './client-message.ts';
import { type JsonSpan, jsonSpans } from './json-spans.ts';

/**
 * The messages of a line: one, or those of a batch. Anything that a server could read differently from us is bad: duplicate keys,
 * keys that differ only in case, numbers with more digits than every reader keeps, invalid UTF-8, and a carriage return that some
 * treat as a line end.
 */
export function readClientLine(bytes: Buffer): readonly ClientMessage[] {
  const text = decoded(bytes);
  if (text === null) return [bad(PARSE_ERROR, 'it is not UTF-8')];
  if (text.trimEnd().includes('\r')) return [bad(PARSE_ERROR, 'there is a carriage return in it')];
  const value = parsed(text);
  if (value === undefined) return [bad(PARSE_ERROR, 'it is not JSON')];
  if (!Array.isArray(value)) return [readMessage(value, text.trim())];
  if (value.length === 0) return [bad(INVALID_REQUEST, 'the batch is empty')];
  const { children } = jsonSpans(text);
  return children.map((child, index) => readMessage(value[index], child.text));
}

function readMessage(value: unknown, text: string): ClientMessage {
  if (!isRecord(value)) return bad(INVALID_REQUEST, 'it is not an object');
  const { children, repeated } = jsonSpans(text);
  const id = idText(value, children);
  const misspelled = misspelledKey(children, ENVELOPE);
  if (misspelled !== null) return bad(INVALID_REQUEST, `\`${misspelled}\` can be read in two ways`, id);
  if (isRepeated(children)) return bad(INVALID_REQUEST, 'it contains a key twice', id);

  const { method, params } = value;
  if (method === undefined) return readResponse(value, text, id);
  if (typeof method !== 'string') return bad(INVALID_REQUEST, 'its method is not text', id);
  if (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')) {
    return bad(INVALID_REQUEST, 'it is a request and a response at once', id);
  }
  if (method === 'tools/call') return readToolCall({ text, id, params, children, repeated });
  if (id !== null) return { kind: 'request', text, id, method, params };
  return Object.hasOwn(value, 'id')
    ? bad(INVALID_REQUEST, 'its id is neither text nor number')
    : { kind: 'notification', text, method, params };
}

function readResponse(value: Fields, text: string, id: IdText | null): ClientMessage {
  if (!Object.hasOwn(value, 'result') && !Object.hasOwn(value, 'error')) {
    return bad(INVALID_REQUEST, 'it is neither a request nor a response', id);
  }
  // An error about something unreadable has no id.
  return { kind: 'response', text, id: id ?? 'null', result: value.result, error: value.error };
}

type WrittenCall = {
  readonly text: string;
  readonly id: IdText | null;
  readonly params: unknown;
  readonly children: readonly JsonSpan[];
  readonly repeated: string | null;
};

function readToolCall({ text, id, params, children, repeated }: WrittenCall): ClientMessage {
  if (id === null) return bad(INVALID_REQUEST, 'a tool call without an id cannot be answered, so it is not made');
  if (repeated !== null) return bad(INVALID_REQUEST, `\`${repeated}\` occurs twice in one object`, id);
  if (!isRecord(params)) return bad(INVALID_PARAMS, 'a tool call needs a name', id);
  const written = jsonSpans(spanOf(children, 'params')).children;
  const misspelled = misspelledKey(written, CALL_PARAMS);
  if (misspelled !== null) return bad(INVALID_REQUEST, `\`${misspelled}\` can be read in two ways`, id);
  const ambiguous = ambiguousNumber(written);
  if (ambiguous !== null) return bad(INVALID_REQUEST, ambiguousNumberProblem(ambiguous), id);

  const name = fieldOf(params, 'name');
  const input = Object.hasOwn(params, 'arguments') ? params.arguments : {};
  if (typeof name !== 'string' || name === '') return bad(INVALID_PARAMS, 'a tool call needs a name', id);
  if (!isRecord(input)) return bad(INVALID_PARAMS, 'the arguments of a tool call are an object', id);
  return { kind: 'tool-call', text, id, name, input, params };
}

const ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const CALL_PARAMS = ['name', 'arguments', '_meta', 'inputResponses', 'requestState'];

/** Some readers ignore case. */
function misspelledKey(children: readonly JsonSpan[], names: readonly string[]): string | null {
  const folded = new Set(names.map(fold));
  return children.find(({ key }) => key !== null && !names.includes(key) && folded.has(fold(key)))?.key ?? null;
}

/** Upper case first: those readers fold `ſ` and the Kelvin sign to ordinary letters. */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase();
}

/** Metadata of the call isn't checked: a progress token may have as many digits as an id. */
function ambiguousNumber(params: readonly JsonSpan[]): string | null {
  for (const { key, text } of params) {
    const found = key === '_meta' ? null : ambiguousNumberIn(text);
    if (found !== null) return found;
  }
  return null;
}

function isRepeated(children: readonly JsonSpan[]): boolean {
  return new Set(children.map(({ key }) => key)).size < children.length;
}

/** A number with more digits than a JavaScript number keeps stays as it was written. */
function idText(value: Fields, children: readonly JsonSpan[]): IdText | null {
  const id = fieldOf(value, 'id');
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number' || !Number.isFinite(id)) return null;
  return Number.isSafeInteger(id) ? String(id) : spanOf(children, 'id');
}

function spanOf(children: readonly JsonSpan[], name: string): string {
  return children.find(({ key }) => key === name)?.text ?? '';
}

function bad(code: ErrorCode, problem: string, id: IdText | null = null): BadMessage {
  return { kind: 'bad', id, code, problem };
}

function decoded(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
