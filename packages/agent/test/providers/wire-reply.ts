/** What a provider's server is told to say, in no provider's form. */
export type WireReply = {
  readonly parts: readonly WirePart[];
  readonly stop?: 'done' | 'tool-use' | 'length' | 'refused';
  readonly usage?: WireUsage;
};

export type WirePart =
  | { readonly kind: 'thinking'; readonly text: string; readonly signature?: string }
  | { readonly kind: 'text'; readonly text: string }
  /** `json` is the input as it stands on the wire, which may be broken. */
  | { readonly kind: 'tool-use'; readonly id: string; readonly name: string; readonly json: string };

/** `input` counts the cached ones too. */
export type WireUsage = { readonly input: number; readonly output: number; readonly cached: number };

export const SOME_USAGE: WireUsage = { input: 30, output: 7, cached: 20 };

/** How a provider's server turns a reply into the frames of its stream. */
export type Protocol = {
  readonly name: string;
  readonly path: RegExp;
  readonly frames: (reply: WireReply) => readonly string[];
  /** The body of a refusal. */
  readonly refusal: (status: number, message: string) => unknown;
  /** An error in the middle of a stream. */
  readonly errorFrame: (message: string) => string;
};

export function says(text: string): WireReply {
  return { parts: [{ kind: 'text', text }] };
}

export function calls(...uses: readonly (readonly [id: string, name: string, input: unknown])[]): WireReply {
  return {
    parts: uses.map(([id, name, input]) => ({ kind: 'tool-use', id, name, json: JSON.stringify(input) })),
    stop: 'tool-use',
  };
}

export function stopOf({ stop, parts }: WireReply): NonNullable<WireReply['stop']> {
  return stop ?? (parts.some(({ kind }) => kind === 'tool-use') ? 'tool-use' : 'done');
}

/** A text as it is streamed: a few characters at a time. */
export function slices(text: string): readonly string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  for (let at = 0; at < characters.length; at += 5) found.push(characters.slice(at, at + 5).join(''));
  return found;
}

export function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
