import { createHash } from 'node:crypto';
import type { PastCall } from '@caliban/storage/histories';

/** Identifies equal calls: tool, input and place. */
export function callKey({ agent, tool, input, cwd }: PastCall): string {
  const text = JSON.stringify([agent, tool, input, cwd]);
  return text.length <= MAX_KEY ? text : createHash('sha256').update(text).digest('base64');
}

const MAX_KEY = 200;
