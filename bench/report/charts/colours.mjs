import { INK } from './svg.mjs';

export const OWN = '#8b5cf6';
export const OTHER = '#6b87a8';

/** The same line is the same colour in every chart; each can be told from a white page and from a black one. */
const COLOURS = {
  caliban: OWN,
  'regexp-list': '#3b82f6',
  'tuned-linear': '#0c96a8',
  'two-pointer-list': '#6b87a8',
  're2-shards': '#2f9e44',
  picomatch: '#a3704b',
  minimatch: '#8f8430',
  'opencode-style': '#c2448f',
  casbin: '#d9730d',
  cedar: '#e5605f',
  gemini: '#b8860b',
  none: OWN,
  early: '#d9730d',
  last: '#2f9e44',
  mixed: '#3b82f6',
  same: '#c2448f',
};

export function colourOf(name) {
  return COLOURS[name] ?? INK;
}

export function isOwn(name) {
  return name === 'caliban';
}
