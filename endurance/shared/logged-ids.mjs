import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * What stands in a decision log and its archives, read without any of caliban's own code: how often each id, and every line that is
 * torn. Readers skip blank lines, which are only counted. An archive that is there plain and compressed counts once, as it was.
 */
export function readLoggedIds(log) {
  const found = { ids: new Map(), lines: 0, archives: 0, compressed: 0, blank: 0, torn: [], unreadable: [] };
  if (!existsSync(dirname(log))) return found;
  const stem = basename(log, '.jsonl');
  const names = readdirSync(dirname(log)).filter((name) => name.startsWith(stem) && /\.jsonl(\.gz)?$/.test(name));
  for (const name of names) {
    if (name.endsWith('.gz') && names.includes(name.slice(0, -3))) continue;
    if (name !== basename(log)) found.archives++;
    if (name.endsWith('.gz')) found.compressed++;
    readFile(join(dirname(log), name), found);
  }
  return found;
}

function readFile(file, found) {
  let text;
  try {
    const bytes = readFileSync(file);
    text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    found.unreadable.push(`${file}: ${error.message}`);
    return;
  }
  const lines = text.split('\n');
  if (lines.pop() !== '') found.torn.push(`${file}: the last line has no end`);
  for (const line of lines) {
    // Who finds the end of the file without a line end makes one: harmless, should another process just have made its own.
    if (line === '') {
      found.blank++;
      continue;
    }
    found.lines++;
    try {
      const entry = JSON.parse(line);
      const known = found.ids.get(entry.tool_use_id) ?? [];
      found.ids.set(entry.tool_use_id, [...known, entry]);
    } catch {
      found.torn.push(`${file}: ${line.slice(0, 80)}`);
    }
  }
}
