import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../dist/audit/line/sha256.js', import.meta.url));

/** Each text is the first of its process. */
function firstHash(text: string): string {
  const script = `import { sha256 } from ${JSON.stringify(MODULE)}; process.stdout.write(sha256(${JSON.stringify(text)}));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

describe('sha256', () => {
  test.each(['', 'abc', 'ä€😀', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'ж'.repeat(4096), '😀'.repeat(5000)])(
    'of a text of its own: %#',
    (text) => {
      expect(firstHash(text)).toBe(createHash('sha256').update(text).digest('hex'));
    },
  );
});
