/** The RegExp source of a glob, whole-string. `any` spells "any character" where the dialect has no `s` flag. */
export function regexpSource({ kind, glob }, { any = '.' } = {}) {
  const escaped = glob.replaceAll(/[\\^$.+?()[\]{}|/-]/g, '\\$&');
  if (kind !== 'path') return `^${escaped.replaceAll('*', `${any}*`)}$`;
  const body = escaped
    .replaceAll(/\\\/\*\*$/g, '\\/\0+')
    .replaceAll('\\/**\\/', '\\/(?:|\0*\\/)')
    .replaceAll('*', (star, at, text) => (text[at - 1] === '\0' ? star : '[^/]*'));
  return `^${body.replaceAll('\0', any)}$`;
}

export function toRegExp(rule) {
  return new RegExp(regexpSource(rule), 's');
}
