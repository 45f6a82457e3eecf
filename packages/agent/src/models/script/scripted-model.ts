import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { AssistantPart, ToolUse } from '../../conversation/messages.ts';
import { MalformedInput, type Model, ModelError, type ModelEvent, type ModelTrouble, type Usage } from '../model.ts';
import type { RouteProblem } from '../model-settings.ts';
import { parseScript, type Script, type ScriptedFault, type ScriptedReply } from './parse-script.ts';

/** A model whose replies come from a file: for tests and the tour. */
export async function loadScriptedModel(file: string, directory: string): Promise<Result<Model, RouteProblem>> {
  try {
    const script = parseScript(await readFile(resolve(directory, file), 'utf8'), file);
    return script.ok ? ok(scriptedModel(script.value, `scripted:${file}`)) : badScript(script.error);
  } catch (error) {
    return badScript(`the script \`${file}\` cannot be read: ${errorText(error)}`);
  }
}

function badScript(message: string): Result<Model, RouteProblem> {
  return fail({ kind: 'bad-script', message });
}

/** Gives one reply after the other, regardless of the request. */
export function scriptedModel(script: Script, name = 'scripted'): Model {
  let given = 0;
  return {
    name,
    async *reply(_request, signal) {
      signal.throwIfAborted();
      const number = ++given;
      yield* play(script[number - 1] ?? afterEnd(script), { name, number, signal });
    },
  };
}

function afterEnd(script: Script): ScriptedReply {
  const last = script.at(-1);
  if (last?.repeats === true) return last;
  return { text: `The script ends here: it has no reply after number ${script.length}.` };
}

type Staging = { readonly name: string; readonly number: number; readonly signal: AbortSignal };

async function* play(reply: ScriptedReply, { name, number, signal }: Staging): AsyncGenerator<ModelEvent> {
  const { thinking = '', fault, delay_ms = 0 } = reply;
  if (delay_ms > 0) await sleep(delay_ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  const text = textOf(reply);
  if (thinking !== '') yield { kind: 'thinking', text: thinking };
  for (const piece of pieces(text)) {
    signal.throwIfAborted();
    yield { kind: 'text', text: piece };
  }
  if (fault !== undefined) throw faultOf(fault, name);

  const uses = toolUses(reply, number);
  yield* uses;
  yield {
    kind: 'end',
    stop: reply.stop ?? (uses.length > 0 ? 'tool-use' : 'done'),
    usage: usageOf(reply),
    message: { role: 'assistant', parts: [...block('thinking', thinking), ...block('text', text), ...uses] },
  };
}

function textOf({ text = '', opinion }: ScriptedReply): string {
  return opinion === undefined ? text : JSON.stringify(opinion);
}

/** Word by word, as replies arrive. */
function pieces(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\s)(?=\S)/);
}

function block(kind: 'thinking' | 'text', text: string): readonly AssistantPart[] {
  return text === '' ? [] : [{ kind, text }];
}

function toolUses({ tool_uses = [] }: ScriptedReply, number: number): readonly ToolUse[] {
  return tool_uses.map(({ name, id, input = {}, malformed_input }, index) => ({
    kind: 'tool-use',
    id: id ?? `call-${number}-${index + 1}`,
    name,
    input: malformed_input === undefined ? input : new MalformedInput(malformed_input),
  }));
}

function usageOf({ usage = {} }: ScriptedReply): Usage {
  const { input_tokens = 0, output_tokens = 0, cached_input_tokens = 0 } = usage;
  return { inputTokens: input_tokens, outputTokens: output_tokens, cachedInputTokens: cached_input_tokens };
}

function faultOf(fault: ScriptedFault, name: string): ModelError {
  const { trouble, isPassing } = FAULTS[fault];
  return new ModelError(trouble, `\`${name}\`: scripted fault \`${fault}\``, { isPassing });
}

const FAULTS: Readonly<Record<ScriptedFault, { readonly trouble: ModelTrouble; readonly isPassing: boolean }>> = {
  drop: { trouble: 'interrupted-stream', isPassing: true },
  malformed: { trouble: 'bad-reply', isPassing: true },
  overloaded: { trouble: 'overloaded', isPassing: true },
  unreachable: { trouble: 'unreachable', isPassing: true },
  'not-authorised': { trouble: 'not-authorised', isPassing: false },
  'context-too-long': { trouble: 'context-too-long', isPassing: false },
  'refused-request': { trouble: 'refused-request', isPassing: false },
};
