/** Splits only at `\n`: JSON may contain any other line end, and `readline` splits at some of those too. */
export async function* linesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield begun + text.slice(from, end);
      begun = '';
      from = end + 1;
    }
    begun += text.slice(from);
  }
  const last = begun + decoder.decode();
  if (last !== '') yield last;
}
