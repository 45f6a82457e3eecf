/** Every URL of a host: without a path, with one, and with a port. */
export function hostPatterns(host: string): readonly string[] {
  return [`WebFetch:*://${host}`, `WebFetch:*://${host}/*`, `WebFetch:*://${host}:*`];
}
