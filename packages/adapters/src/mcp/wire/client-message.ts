import type { Fields } from '../../hosts/protocol/payload.ts';

/** A JSON-RPC id as text: `1` and `"1"` differ. */
export type IdText = string;

/** A `tools/call` that can be read in only one way. */
export type ToolCallMessage = {
  readonly kind: 'tool-call';
  /** As received, or as it is to be passed on. */
  readonly text: string;
  readonly id: IdText;
  readonly name: string;
  readonly input: Fields;
  readonly params: Fields;
};

/** A message from the client. */
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

/** A message that the server may read differently from us; it isn't passed on. */
export type BadMessage = {
  readonly kind: 'bad';
  /** Null if it isn't clear which request it would answer. */
  readonly id: IdText | null;
  readonly code: ErrorCode;
  readonly problem: string;
};

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

export type ErrorCode = typeof PARSE_ERROR | typeof INVALID_REQUEST | typeof INVALID_PARAMS | typeof INTERNAL_ERROR;
