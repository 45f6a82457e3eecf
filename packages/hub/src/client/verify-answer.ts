import { createPublicKey, verify } from 'node:crypto';
import { type Ask, type AskAnswer, signedText } from '@caliban/inbox';

/**
 * Whether the owner of this key has signed that an ask was allowed, by as many people as the agent itself asked for: what the hub's
 * database says of the ask is not believed. `owner`: the person whose agent it is. Throws if it isn't a key.
 */
export function answerVerifier(
  publicKey: string,
  owner?: string,
): (askId: string, answer: AskAnswer, ask: Ask) => boolean {
  const key = createPublicKey(publicKey);
  return (askId, answer, { context: { approvals = 1, selfApproval } }) => {
    const { signature, by, approvers = [] } = answer;
    if (signature === undefined) return false;
    if (!verify(null, Buffer.from(signedText(askId, answer)), key, Buffer.from(signature, 'base64'))) return false;
    const people = new Set(by.kind === 'person' ? [...approvers, by.name] : []);
    return people.size >= approvals && !(selfApproval === false && owner !== undefined && people.has(owner));
  };
}
