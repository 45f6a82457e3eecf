type Execute = (...given: readonly never[]) => unknown;

/** Lets a call through, or throws the message for the model. */
type Admit<Given extends readonly unknown[]> = (...given: Given) => Promise<void>;

/**
 * A function of an AI SDK tool that runs only after `admit`. The SDK checks at once whether its result is streamed, before anyone
 * has been asked.
 */
export function admitted<Given extends readonly unknown[]>(
  run: Execute,
  admit: Admit<Given>,
): (...given: Given) => unknown {
  const start = run as (...given: Given) => unknown;
  return run instanceof AsyncGeneratorFunction
    ? async function* bitByBit(...given: Given) {
        await admit(...given);
        yield* start(...given) as AsyncIterable<unknown>;
      }
    : async (...given: Given) => {
        await admit(...given);
        const result = start(...given);
        return isBitByBit(result) ? await lastOf(result) : await result;
      };
}

const AsyncGeneratorFunction = async function* () {}.constructor as FunctionConstructor;

function isBitByBit(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

/**
 * A plain function shows only when it runs that its result is streamed, too late to pass the parts on. The last part is the
 * result.
 */
async function lastOf(bits: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const bit of bits) last = bit;
  return last;
}
