/** What a host may make of a path before it opens it. All of it is judged. */
export type PathReadings = (path: string) => readonly string[];

/** `~` is a name like any other to some hosts. */
export const tildeAsName: PathReadings = (path) => (path.startsWith('~') ? [path, `./${path}`] : [path]);

/**
 * Gemini CLI leaves out NUL, decodes percent signs, and takes an `@` in front away where nothing is called so; all of it or some of
 * it, depending on the tool.
 */
export const geminiReadings: PathReadings = (path) => {
  const clean = path.replaceAll('\0', '');
  const readings = [path, clean, clean.replace(/^@[\\/]*/, '')].flatMap(tildeAsName);
  return [...new Set([...readings, ...readings.map(decoded)])].filter((reading) => reading !== '');
};

/** Claude Code trims a path and composes its letters, in some tools and some versions. A blank one is where it stands. */
export const claudeReadings: PathReadings = (path) =>
  [path, path.trim() || '.'].flatMap((reading) => [reading, reading.normalize('NFC')]);

/** Qwen Code trims a path, and takes the backslash away from what a shell would want escaped; then it is read as its ancestor does. */
export const qwenReadings: PathReadings = (path) => {
  const written = [path, path.trim()].flatMap((reading) => [reading, reading.replaceAll(ESCAPED, '$1')]);
  return [...new Set(written)].filter((reading) => reading !== '').flatMap(geminiReadings);
};

const ESCAPED = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
