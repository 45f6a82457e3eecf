import type { Fields } from '../../hosts/protocol/payload.ts';

/** A JSON-RPC id as one text: `1` and `"1"` are two. */
export type IdText = string;

/** A `tools/call` that can only be read in one way. */
export type ToolCallMessage = {
  readonly kind: 'tool-call';
  /** As it came, or as it is to be passed on. */
  readonly text: string;
  readonly id: IdText;
  readonly name: string;
  readonly input: Fields;
  readonly params: Fields;
};

/** What came from the client. */
export type ClientMessage =
  | ToolCallMessage
  | {
      readonly kind: 'request';
      readonly text: string;
      readonly id: IdText;
      readonly method: string;
      readonly params: unknown;
    }
  | { readonly kind: 'notification'; readonly text: string; readonly method: string; readonly params: unknown }
  | {
      readonly kind: 'response';
      readonly text: string;
      readonly id: IdText;
      readonly result: unknown;
      readonly error: unknown;
    }
  | BadMessage;

/** What may mean something else to the server than to us; it does not get to see it. */
export type BadMessage = {
  readonly kind: 'bad';
  /** Null where no one can tell which request it would answer. */
  readonly id: IdText | null;
  readonly code: ErrorCode;
  readonly problem: string;
};

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

export type ErrorCode = typeof PARSE_ERROR | typeof INVALID_REQUEST | typeof INVALID_PARAMS | typeof INTERNAL_ERROR;
