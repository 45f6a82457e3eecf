import { deceiving } from './visible.ts';

/** JSON that means the same, with everything spelled out that a terminal would obey, hide or reorder. */
export function visibleJson(json: string): string {
  return PLAIN.test(json) ? json : json.replaceAll(deceiving(), escaped);
}

/** Line ends and tabs stand between values only: inside of a text, JSON has spelled them out already. */
const PLAIN = /^[\n\r\t\x20-\x7e]*$/;
const BETWEEN = /[\n\r\t]/;

function escaped(found: string): string {
  if (BETWEEN.test(found)) return found;
  const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
