import { errorText, visible } from '@caliban/calls/text';
import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { fieldOf } from '../hosts/protocol/payload.ts';

/** Why a message was not answered, for somebody who has only the address to look at. */
export function httpProblem(error: unknown): string {
  if (error instanceof SdkHttpError) {
    // Where it leads elsewhere, the transport says why it does not go there.
    const text = error.status < 400 ? error.message : fieldOf(error.data, 'text');
    return `the server answered HTTP ${error.status}${said(text)}`;
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    const type = fieldOf(error.data, 'contentType');
    const what = typeof type === 'string' ? `\`${visible(type.slice(0, 80))}\`` : 'no content type';
    return `the server answered with ${what} in place of JSON; is this the address of its MCP endpoint?`;
  }
  if (error instanceof SyntaxError) return 'the server answered with something that is no JSON';
  if (isSchemaError(error)) return 'the server answered with JSON that is no MCP message';
  return `the server cannot be reached: ${reasons(error).join(': ')}`;
}

/** The first line of a text that is meant for people. */
function said(text: unknown): string {
  const [, line = ''] = /^\s*([^\r\n]*)/.exec(typeof text === 'string' ? text : '') ?? [];
  return line === '' || line.startsWith('<') ? '' : `: ${visible(line.slice(0, MAX_LINE_LENGTH).trim())}`;
}

const MAX_LINE_LENGTH = 200;

/** It carries what is wrong with every kind of message that it is not. */
function isSchemaError(error: unknown): boolean {
  return error instanceof Error && Array.isArray(fieldOf(error, 'issues'));
}

/** What `fetch` says itself is only that it failed. */
function reasons(error: unknown): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, ...(cause === undefined ? [] : [cause])].map((one) => visible(errorText(one).trim()));
}
