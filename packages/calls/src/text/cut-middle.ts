/** Cuts a long text in its middle, visibly, and keeps both ends. Counted in UTF-8 bytes, including the mark. */
export function cutMiddle(text: string, mostBytes: number): { readonly text: string; readonly cut: boolean } {
  const bytes = utf8Length(text);
  if (bytes <= mostBytes) return { text, cut: false };

  const room = mostBytes - utf8Length(mark(bytes));
  const head = text.slice(0, endOfHead(text, room / 2));
  const tail = text.slice(startOfTail(text, room / 2));
  return { text: head + mark(bytes - utf8Length(head) - utf8Length(tail)) + tail, cut: true };
}

function mark(bytes: number): string {
  return ` […${bytes} bytes cut here…] `;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

function endOfHead(text: string, room: number): number {
  let at = 0;
  let bytes = 0;
  while (at < text.length && (bytes += unitBytes(text.charCodeAt(at))) <= room) at++;
  return isSplit(text, at) ? at - 1 : at;
}

function startOfTail(text: string, room: number): number {
  let at = text.length;
  let bytes = 0;
  while (at > 0 && (bytes += unitBytes(text.charCodeAt(at - 1))) <= room) at--;
  return isSplit(text, at) ? at + 1 : at;
}

/** Each half of a surrogate pair counts for half of its four bytes. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

function isSplit(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
