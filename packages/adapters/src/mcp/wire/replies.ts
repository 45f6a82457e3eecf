import { mcpRefusal } from '../refusal.ts';
import type { ErrorCode, IdText } from './client-message.ts';

/** Our own replies, each as a line without its line end. */

export function errorReply(id: IdText | null, code: ErrorCode, message: string): string {
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify({ code, message })}}`;
}

export function refusedResult(id: IdText, message: string, { isModern }: { readonly isModern: boolean }): string {
  return resultReply(id, { ...mcpRefusal(message), ...(isModern ? { resultType: 'complete' } : {}) });
}

export function resultReply(id: IdText, result: object): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

export function request(id: string, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function notification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
