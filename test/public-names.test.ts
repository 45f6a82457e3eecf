import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as gate from '../packages/gate/src/index.ts';

test.each(['packages/gate/README.md', 'docs/embedding.md'])(
  '%s names what the gate exports, and nothing else',
  (file) => {
    const [, section = ''] = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split(
      '\n## The twenty names\n',
    );
    const [table = ''] = section.split('\n## ');
    const column = file.endsWith('README.md') ? 1 : 2;
    const cells = table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|')[column] ?? '');
    const names = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name));
    expect(names.sort()).toEqual(Object.keys(gate).sort());
    expect(names).toHaveLength(20);
  },
);
