import type { AssistantMessage, AssistantPart, Message, ToolUse } from '../conversation/messages.ts';
import { MalformedInput } from '../models/model.ts';

/**
 * Makes a reply valid for everything after it: an id that is empty or was used before is replaced, because results name their
 * calls by id; and extremely nested input, which breaks recursive code, is treated as missing.
 */
export function sanitizeReply(message: AssistantMessage, before: readonly Message[]): AssistantMessage {
  const used = new Set(before.flatMap(idsIn));
  const parts = message.parts.map((part): AssistantPart => {
    if (part.kind !== 'tool-use') return part;
    const id = isUsable(part.id) && !used.has(part.id) ? part.id : newId(used);
    used.add(id);
    return { ...part, id, input: usableInput(part) };
  });
  return { ...message, parts };
}

function idsIn(message: Message): readonly string[] {
  if (message.role !== 'assistant') return [];
  return message.parts.flatMap((part) => (part.kind === 'tool-use' ? [part.id] : []));
}

/** Models behind lenient servers send all kinds of values. */
function isUsable(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= 256;
}

function newId(used: ReadonlySet<string>): string {
  let number = used.size + 1;
  while (used.has(`call_${number}`)) number++;
  return `call_${number}`;
}

function usableInput({ input }: ToolUse): unknown {
  return isTooDeep(input) ? new MalformedInput('(nested too deep)') : input;
}

const MAX_DEPTH = 100;

/** Level by level, because recursion would fail on such input. */
function isTooDeep(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
