import { HOSTILE_TEXTS } from './hostile-texts.mjs';
import { timed } from './rounds.mjs';
import { importStorage } from './storage.mjs';

/** Texts made to be slow. `growth` is what sixteen times the text costs: sixteen when looking is linear. */
export async function measureRedaction({ characters }) {
  const { redact } = await importStorage('redact/redact');
  const measure = (make, length) => {
    const text = make(length).slice(0, length);
    // The best of several: what disturbs a run makes it slower, never quicker. Short ones are repeated, the clock is coarse.
    const times = Math.ceil(characters / length);
    const run = () =>
      timed(() => {
        for (let turn = 0; turn < times; turn++) redact(text);
      });
    return Math.min(...Array.from({ length: 3 }, run)) / times;
  };
  return Object.entries(HOSTILE_TEXTS).map(([name, make]) => {
    const large = measure(make, characters);
    return {
      name,
      milliseconds: large / 1e6,
      perCharacter: large / characters,
      growth: large / measure(make, characters / 16),
    };
  });
}
