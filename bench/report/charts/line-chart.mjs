import { colourOf, isOwn } from './colours.mjs';
import { linearScale, logScale } from './scale.mjs';
import { drawing, element, INK, text } from './svg.mjs';

const WIDTH = 760;
const HEIGHT = 440;
const PLOT = { left: 70, right: 620, top: 60, bottom: 392 };
const LABEL_GAP = 14;

/** Lines over rule counts, each named at its end: `{ name, label?, points: [count, value][] }`. `limits` are drawn across. */
export function lineChart({ title, unit, lines, limits = [], isLinear = false, showTick }) {
  const values = [...lines.flatMap(({ points }) => points.map(([, value]) => value)), ...limits];
  const counts = [...new Set(lines.flatMap(({ points }) => points.map(([count]) => count)))];
  const x = logScale(counts, [PLOT.left, PLOT.right - 20]);
  const y = (isLinear ? linearScale : logScale)(values, [PLOT.bottom, PLOT.top]);
  const own = lines.filter(({ name }) => isOwn(name));
  const others = lines.filter(({ name }) => !isOwn(name));
  return drawing(
    { width: WIDTH, height: HEIGHT, title },
    text(unit, { x: 12, y: 40, size: 11 }),
    ...y.ticks.map((tick) => horizontal(y.at(tick), showTick(tick))),
    ...x.ticks.map((tick) => countTick(x.at(tick), tick)),
    text('rules', { x: PLOT.right, y: HEIGHT - 14, anchor: 'end', size: 11 }),
    ...limits.map((limit) => limitLine(y.at(limit))),
    // The one this is about lies on top.
    ...[...others, ...own].map((line) => curve(line, x, y)),
    ...labels(lines, x, y),
  );
}

function horizontal(y, label) {
  const line = { x1: PLOT.left, x2: PLOT.right, y1: y, y2: y, stroke: INK, 'stroke-opacity': '0.25' };
  return element('line', line) + text(label, { x: PLOT.left - 8, y: y + 4, anchor: 'end', size: 11 });
}

function countTick(x, count) {
  return text(count.toLocaleString('en-US'), { x, y: PLOT.bottom + 20, anchor: 'middle', size: 11 });
}

function limitLine(y) {
  const line = { x1: PLOT.left, x2: PLOT.right, y1: y, y2: y, stroke: INK, 'stroke-dasharray': '6 4' };
  return element('line', line);
}

function curve({ name, points }, x, y) {
  const stroke = colourOf(name);
  const places = points.map(([count, value]) => [x.at(count), y.at(value)]);
  const path = {
    points: places.map((place) => place.map((pixel) => pixel.toFixed(1)).join(',')).join(' '),
    fill: 'none',
    stroke,
    'stroke-width': isOwn(name) ? 3.5 : 1.6,
    'stroke-linejoin': 'round',
  };
  const dots = places.map(([cx, cy]) => element('circle', { cx, cy, r: isOwn(name) ? 4 : 2.5, fill: stroke }));
  return element('polyline', path) + dots.join('');
}

/** Names stand where their lines end, moved apart where they would cover each other. */
function labels(lines, x, y) {
  const ends = lines
    .map(({ name, label = name, points }) => {
      const [count, value] = points.at(-1);
      return { name, label, endX: x.at(count), endY: y.at(value) };
    })
    .sort((one, other) => one.endY - other.endY);
  const places = apart(ends.map(({ endY }) => endY));
  return ends.map(({ name, label, endX, endY }, index) => {
    const fill = colourOf(name);
    const leader = {
      x1: endX + 5,
      y1: endY,
      x2: PLOT.right + 6,
      y2: places[index],
      stroke: fill,
      'stroke-dasharray': '1 3',
    };
    const weight = isOwn(name) ? 'bold' : undefined;
    return element('line', leader) + text(label, { x: PLOT.right + 10, y: places[index] + 4, fill, weight });
  });
}

/** Downwards first, then back up from the bottom edge. */
function apart(wanted) {
  const places = [...wanted];
  for (let index = 1; index < places.length; index++) {
    places[index] = Math.max(places[index], places[index - 1] + LABEL_GAP);
  }
  let limit = PLOT.bottom;
  for (let index = places.length - 1; index >= 0; index--) {
    places[index] = Math.min(places[index], limit);
    limit = places[index] - LABEL_GAP;
  }
  return places;
}
