/** Grey enough for a white page and a black one: an image cannot know which one it stands on. */
export const INK = '#767c85';

/** `element('line', { x1: 0 }, …children)`; a child is text of SVG, so plain words go through `text`. */
export function element(name, attributes, ...children) {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? rounded(value) : value)}"`);
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

export function text(words, { x, y, anchor, size = 12, fill = INK, weight }) {
  const place = { x, y, 'text-anchor': anchor, 'font-size': size, 'font-weight': weight, fill };
  return element('text', place, escaped(words));
}

export function drawing({ width, height, title }, ...children) {
  const frame = {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'font-family': 'system-ui, sans-serif',
  };
  const head = [element('title', {}, escaped(title)), text(title, { x: 12, y: 22, size: 14, weight: 'bold' })];
  const lines = [...head, ...children].filter((child) => child !== '').map((child) => `\n  ${child}`);
  return `${element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...frame }, ...lines, '\n')}\n`;
}

/** Tenths of a pixel, so that nothing changes by the last digit of a division. */
function rounded(number) {
  return String(Math.round(number * 10) / 10);
}

function escaped(words) {
  return String(words)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
