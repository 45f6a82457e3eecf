import { createPublicKey, verify } from 'node:crypto';
import { type AskAnswer, signedText } from '@caliban/inbox';

/** Whether the owner of this key has signed an answer. Throws if it isn't a key. */
export function answerVerifier(publicKey: string): (askId: string, answer: AskAnswer) => boolean {
  const key = createPublicKey(publicKey);
  return (askId, answer) =>
    answer.signature !== undefined &&
    verify(null, Buffer.from(signedText(askId, answer)), key, Buffer.from(answer.signature, 'base64'));
}
