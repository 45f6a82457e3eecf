import type { AskView, InboxClient } from '@caliban/inbox';

export type Given = {
  readonly action: 'allow' | 'deny';
  readonly message?: string;
  readonly name?: string;
  readonly through?: string;
};

/** The next question that is open, once there is one. */
export async function nextQuestion(
  client: InboxClient,
  isWanted: (view: AskView) => boolean = () => true,
): Promise<AskView> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const { body } = await client.send({ method: 'GET', path: '/api/cards' });
    const { cards } = body as { readonly cards: readonly { readonly views: readonly AskView[] }[] };
    const found = cards.flatMap(({ views }) => views).find(isWanted);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('no question came');
}

/** As a page would answer it. Returns the status. */
export async function answerQuestion(client: InboxClient, { id, ask }: AskView, given: Given): Promise<number> {
  const { action, message, name = 'anna', through = 'page' } = given;
  const body = { hash: ask.hash, action, name, through, ...(message === undefined ? {} : { message }) };
  return (await client.send({ method: 'POST', path: `/api/asks/${id}/answer`, body })).status;
}
