import { randomUUID } from 'node:crypto';
import type { ClassifierOpinion, FastClassifier } from '@caliban/gate';
import { classifierPrompt, parseClassifierAnswer } from '@caliban/gate/classify';
import type { Model, ModelRequest } from './model.ts';
import type { ModelRouter } from './router.ts';

/**
 * Asks the `fast_classifier` model for auto mode. Rejects whenever there is no usable answer; the gate's guard turns that into a
 * soft deny and enforces the time limit.
 */
export function routedClassifier(router: ModelRouter, environment: readonly string[]): FastClassifier {
  return {
    async classify(request, signal): Promise<ClassifierOpinion> {
      const routed = await router.modelFor('fast_classifier');
      if (!routed.ok) throw new Error(routed.error.message);

      const nonce = randomUUID().replaceAll('-', '');
      const { system, user } = classifierPrompt({ request, environment, nonce });
      const answer = await answerOf(routed.value.model, questionFor(system, user), signal);
      const opinion = parseClassifierAnswer(answer);
      if (!opinion.ok) throw new Error(`\`${routed.value.model.name}\`: ${opinion.error}`);
      return opinion.value;
    },
  };
}

function questionFor(system: string, user: string): ModelRequest {
  return { system, messages: [{ role: 'user', text: user }], tools: [], maxOutputTokens: MAX_OUTPUT_TOKENS };
}

/** The answer is one line; the rest is for models that think first. */
const MAX_OUTPUT_TOKENS = 4096;

async function answerOf(model: Model, request: ModelRequest, signal: AbortSignal): Promise<string> {
  for await (const event of model.reply(request, signal)) {
    if (event.kind !== 'end') continue;
    // A truncated or refused answer may look complete.
    if (event.stop !== 'done') throw new Error(`\`${model.name}\` did not finish its answer (${event.stop})`);
    return event.message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  }
  throw new Error(`\`${model.name}\` gave no answer`);
}
