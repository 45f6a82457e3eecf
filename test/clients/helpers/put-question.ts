import { calls } from '../../../packages/agent/test/providers/wire-reply.ts';
import type { Question } from '../../comparison/questions.ts';
import type { Agent } from './client.ts';
import { ClientPlace } from './client-place.ts';
import { ModelServer } from './model-server.ts';

/** With rules of its own, and no caliban. */
export type OwnRules = Agent & {
  readonly files: (question: Question, origin: string, place: ClientPlace) => Readonly<Record<string, string>>;
  readonly command: (question: Question) => readonly string[];
};

/** Lets the model run one line after the other, and gives back those that ran. */
export async function putQuestion(client: OwnRules, question: Question): Promise<readonly string[]> {
  const place = new ClientPlace({});
  const turns = question.lines.map((line, index) =>
    calls([`call_${index}`, ...client.runs(line.replaceAll('FILE', `file-${index}`))]),
  );
  const model = await ModelServer.start(client.protocol, turns);
  try {
    const files = Object.entries(client.files(question, model.origin, place));
    const removable = question.effect === 'removes' ? turns.map((_, index) => [`file-${index}`, ''] as const) : [];
    for (const [path, content] of [...files, ...removable]) place.write(path, content);
    const finished = await place.run(client.command(question), { ...client.env(model.origin), SHELL: '/bin/bash' });
    if (model.requests.length !== turns.length + 1)
      throw new Error(`only ${model.requests.length} of ${turns.length + 1} turns were taken: ${finished.stderr}`);
    return question.lines.filter((_, index) => place.has(`file-${index}`) === (question.effect === 'makes'));
  } finally {
    await model.close();
    place.remove();
  }
}
