type Execute = (...given: readonly never[]) => unknown;

/** Lets a call through, or throws what the model reads. */
type Admit<Given extends readonly unknown[]> = (...given: Given) => Promise<void>;

/**
 * A function of an AI SDK tool that runs only behind `admit`. The SDK looks at once whether its results come bit by bit, before
 * anybody has been asked.
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

/** A plain function shows only when it runs that its result comes bit by bit, too late to pass them on. The last is the result. */
async function lastOf(bits: AsyncIterable<unknown>): Promise<unknown> {
  let last: unknown;
  for await (const bit of bits) last = bit;
  return last;
}
