/** Behind the closing quote of the string that opens at `from`. */
export function endOfJsonString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
  }
  return text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
