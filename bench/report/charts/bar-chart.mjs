import { OTHER, OWN } from './colours.mjs';
import { linearScale } from './scale.mjs';
import { drawing, element, INK, text } from './svg.mjs';

const WIDTH = 760;
const ROW = 30;
const TOP = 58;
const PLOT = { left: 280, right: 600 };

/** One bar a row: `{ name, value, shown, isOwn, limit? }`; a limit is a mark across the bar. */
export function barChart({ title, unit, rows }) {
  const values = rows.flatMap(({ value, limit = 0 }) => [value, limit]);
  const x = linearScale(values, [PLOT.left, PLOT.right]);
  const height = TOP + rows.length * ROW + 12;
  return drawing(
    { width: WIDTH, height, title },
    text(unit, { x: 12, y: 40, size: 11 }),
    ...rows.map((row, index) => bar(row, TOP + index * ROW, x)),
  );
}

function bar({ name, value, shown, isOwn, limit }, y, x) {
  const body = { x: PLOT.left, y: y + 4, width: Math.max(1, x.at(value) - PLOT.left), height: ROW - 10, rx: 2 };
  const end = Math.max(x.at(value), limit === undefined ? 0 : x.at(limit));
  return [
    text(name, { x: PLOT.left - 10, y: y + 18, anchor: 'end' }),
    element('rect', { ...body, fill: isOwn ? OWN : OTHER, 'fill-opacity': '0.85' }),
    limit === undefined ? '' : limitMark(x.at(limit), y),
    text(shown, { x: end + 8, y: y + 18 }),
  ].join('');
}

function limitMark(x, y) {
  return element('line', { x1: x, x2: x, y1: y, y2: y + ROW - 2, stroke: INK, 'stroke-width': 3 });
}
