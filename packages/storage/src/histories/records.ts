import type { AgentTally } from './history-report.ts';

/** Longer lines contain pictures or whole files. */
const MAX_LINE = 16 * 1024 * 1024;
const LINE_END = 0x0a;

/** The JSON values of a JSONL file, in batches. Lines that can't be read are counted. */
export async function* readRecords(
  blocks: AsyncIterable<Buffer>,
  tally: AgentTally,
): AsyncGenerator<readonly unknown[]> {
  let held: Buffer[] = [];
  let heldLength = 0;
  let isTooLong = false;
  for await (const block of blocks) {
    const end = block.lastIndexOf(LINE_END);
    if (end === -1) {
      hold(block);
      continue;
    }
    let whole = block.subarray(0, end);
    if (isTooLong) {
      tally.longLines++;
      const first = block.indexOf(LINE_END);
      whole = first === end ? Buffer.alloc(0) : block.subarray(first + 1, end);
    } else if (held.length > 0) whole = Buffer.concat([...held, whole]);
    held = [];
    heldLength = 0;
    isTooLong = false;
    hold(Buffer.from(block.subarray(end + 1)));
    yield parsed(whole, tally);
  }
  if (isTooLong) tally.longLines++;
  else if (heldLength > 0) yield parsed(Buffer.concat(held), tally);

  function hold(part: Buffer): void {
    if (isTooLong || part.length === 0) return;
    held.push(part);
    heldLength += part.length;
    if (heldLength <= MAX_LINE) return;
    isTooLong = true;
    held = [];
    heldLength = 0;
  }
}

function parsed(lines: Buffer, tally: AgentTally): readonly unknown[] {
  const records: unknown[] = [];
  for (const line of lines.toString('utf8').split('\n')) {
    if (line.trim() === '') continue;
    try {
      records.push(JSON.parse(line));
    } catch {
      tally.brokenLines++;
    }
  }
  return records;
}
