/** A function from values to pixels, and the values worth a line across the chart. */
export function logScale(values, [from, to]) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
  };
}

/** From zero, since a length that starts elsewhere lies. */
export function linearScale(values, [from, to]) {
  const step = niceStep(Math.max(...values) / 5);
  const count = Math.ceil(Math.max(...values) / step);
  return {
    at: (value) => from + (value / (step * count)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, index) => step * index),
  };
}

function niceStep(atLeast) {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= atLeast * 0.999);
}
