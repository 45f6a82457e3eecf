import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, isRecord, ok } from '@caliban/calls/types';
import { linesOf } from '../streams/lines-of.ts';
import { answerControlRequest } from './control-request.ts';
import type { Frame } from './frames.ts';

/**
 * `--input-format stream-json`: one prompt per line that contains a user message. Other requests of the client are answered
 * between prompts; other frames are ignored.
 */
export async function* readPrompts(
  input: AsyncIterable<string | Uint8Array>,
  { respond = () => {} }: { readonly respond?: (frame: Frame) => void } = {},
): AsyncGenerator<Result<string, string>> {
  let number = 0;
  for await (const line of linesOf(input)) {
    number++;
    if (line.trim() === '') continue;
    const prompt = promptIn(line, respond);
    if (!prompt.ok) yield fail(`line ${number} of the input: ${prompt.error}`);
    else if (prompt.value !== null) yield ok(prompt.value);
  }
}

/** Null for a frame that isn't a prompt. */
function promptIn(line: string, respond: (frame: Frame) => void): Result<string | null, string> {
  try {
    const frame: unknown = JSON.parse(line);
    if (!isRecord(frame))
      return fail('expected an object such as {"type":"user","message":{"role":"user","content":"…"}}');
    const answer = answerControlRequest(frame);
    if (answer !== null) respond(answer);
    if (frame.type !== 'user') return ok(null);
    return contentOf(isRecord(frame.message) ? frame.message.content : undefined);
  } catch (error) {
    return fail(`no JSON: ${errorText(error)}`);
  }
}

function contentOf(content: unknown): Result<string, string> {
  if (typeof content === 'string') return ok(content);
  if (!Array.isArray(content)) return fail('a user message needs `content`: a text or a list of text blocks');
  const texts: string[] = [];
  for (const block of content) {
    if (!isRecord(block) || block.type !== 'text' || typeof block.text !== 'string') {
      return fail('only text blocks can be read in a user message');
    }
    texts.push(block.text);
  }
  return ok(texts.join('\n'));
}
