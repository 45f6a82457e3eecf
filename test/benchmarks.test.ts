import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${ROOT}docs/benchmarks.md`, 'utf8');
const charts = readdirSync(`${ROOT}docs/charts`);

describe('docs/benchmarks.md', () => {
  test('it and its charts are what the saved results say', () => {
    const { stderr, status } = spawnSync(process.execPath, [`${ROOT}bench/report/run.mjs`, '--check'], {
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  test('it shows every chart', () => {
    const shown = [...page.matchAll(/\]\(charts\/([^)]+)\)/g)].map(([, name]) => name);
    expect(shown.sort()).toEqual(charts.sort());
  });

  test('a figure that could not be had is not printed as one', () => {
    expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });

  test.each(charts)('%s can be read on a white page and on a black one', (chart) => {
    const svg = readFileSync(`${ROOT}docs/charts/${chart}`, 'utf8');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const colours = new Set(
      [...svg.matchAll(/(?:fill|stroke)="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour as string),
    );
    for (const colour of colours) {
      expect(contrast(colour, '#ffffff'), colour).toBeGreaterThan(3);
      expect(contrast(colour, '#0d1117'), colour).toBeGreaterThan(3);
    }
    expect([...svg.matchAll(/<text [^>]*>/g)].every(([tag]) => tag.includes('fill="#'))).toBe(true);
  });
});

/** As WCAG 2 defines it; 3 is what it wants of graphics and large text. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
