/** Whether the content can be shown as text; without a type, the bytes decide. */
export function isTextual(contentType: string): boolean {
  const type = (contentType.split(';', 1)[0] as string).trim().toLowerCase();
  return (
    type === '' ||
    type.startsWith('text/') ||
    /[/+](?:json|xml|yaml|javascript|ecmascript|toml|x-ndjson|x-sh)$/.test(type)
  );
}

export function isHtml(contentType: string, text: string): boolean {
  if (/html/i.test(contentType)) return true;
  return contentType === '' && /^\s{0,100}<(?:!doctype html|html)/i.test(text);
}

/** By the charset of the header, else the page's own declaration, else UTF-8. Invalid bytes become U+FFFD. */
export function decodeBody(bytes: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w:-]{1,40})/i;
  const inHeader = named.exec(contentType)?.[1];
  const inPage = named.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  return decode(bytes, inHeader ?? inPage ?? 'utf-8');
}

function decode(bytes: Buffer, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
