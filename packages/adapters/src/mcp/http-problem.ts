import { errorText, visible } from '@caliban/calls/text';
import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { fieldOf } from '../hosts/protocol/payload.ts';

/** Why a message wasn't answered, for a user who knows only the address. */
export function httpProblem(error: unknown): string {
  if (error instanceof SdkHttpError) {
    // For a redirect, the transport says why it doesn't follow it.
    const text = error.status < 400 ? error.message : fieldOf(error.data, 'text');
    return `the server answered HTTP ${error.status}${said(text)}`;
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    const type = fieldOf(error.data, 'contentType');
    const what = typeof type === 'string' ? `\`${visible(type.slice(0, 80))}\`` : 'no content type';
    return `the server answered with ${what} in place of JSON; is this the address of its MCP endpoint?`;
  }
  if (error instanceof SyntaxError) return 'the server answered with something that is not JSON';
  if (isSchemaError(error)) return 'the server answered with JSON that is not an MCP message';
  return `the server cannot be reached: ${reasons(error).join(': ')}`;
}

/** The first line of a text for people. */
function said(text: unknown): string {
  const [, line = ''] = /^\s*([^\r\n]*)/.exec(typeof text === 'string' ? text : '') ?? [];
  return line === '' || line.startsWith('<') ? '' : `: ${visible(line.slice(0, MAX_LINE_LENGTH).trim())}`;
}

const MAX_LINE_LENGTH = 200;

/** Its message lists the mismatches with every kind of message. */
function isSchemaError(error: unknown): boolean {
  return error instanceof Error && Array.isArray(fieldOf(error, 'issues'));
}

/** `fetch` itself only says that it failed; the causes explain why. */
function reasons(error: unknown): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, ...(cause === undefined ? [] : [cause])].map((one) => visible(errorText(one).trim()));
}
