import { cutMiddle } from '@caliban/calls/text';
import type { Json } from '../redact/redact-value.ts';

/** Caps JSON at `mostBytes`: long texts are shortened first, then long lists. Short values, which identify the call, stay whole. */
export function capJson(value: Json, mostBytes: number): { readonly json: string; readonly cut: boolean } {
  const whole = JSON.stringify(value);
  if (fits(whole, mostBytes)) return { json: whole, cut: false };
  for (const limits of limitsInTurn()) {
    const json = JSON.stringify(shorten(value, limits));
    if (fits(json, mostBytes)) return { json, cut: true };
  }
  return { json: JSON.stringify(LEFT_OUT), cut: true };
}

type Limits = { readonly textBytes: number; readonly members: number };

const MIN_TEXT_BYTES = 64;

function limitsInTurn(): readonly Limits[] {
  return [
    ...[6144, 4096, 2048, 1024, 512, 256, 128].map((textBytes) => ({ textBytes, members: Number.POSITIVE_INFINITY })),
    ...[256, 64, 16, 4, 1].map((members) => ({ textBytes: MIN_TEXT_BYTES, members })),
  ];
}

const LEFT_OUT = '[…left out…]';

function fits(json: string, mostBytes: number): boolean {
  // A UTF-16 unit takes at most three bytes.
  return json.length * 3 <= mostBytes || Buffer.byteLength(json) <= mostBytes;
}

function shorten(value: Json, limits: Limits): Json {
  if (typeof value === 'string') return cutMiddle(value, limits.textBytes).text;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, limits.members).map((element: Json) => shorten(element, limits));
    return value.length > limits.members ? [...kept, LEFT_OUT] : kept;
  }
  const members = Object.entries(value);
  const kept = members
    .slice(0, limits.members)
    .map(([key, member]) => [shorten(key, limits) as string, shorten(member, limits)]);
  if (members.length > limits.members) kept.push(['…', LEFT_OUT]);
  return Object.fromEntries(kept);
}
