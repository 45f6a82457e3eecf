/** Without its directory, whatever that is: `$(npm bin)/eslint` is `eslint`. */
export function programName(name: string): string {
  if (/^[\w+-]+$/.test(name)) return name;
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const isInside = /[)}`]/.test(last) || (/[$`]/.test(name) && /[$({]/.test(last));
  return (isInside && /[$`{]/.test(name) ? name : last).replace(/\.exe$/i, '');
}
