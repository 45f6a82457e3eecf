import fc from 'fast-check';

/** The same examples on every run; CALIBAN_SEED=random, or a number, explores others. */
const wanted = process.env.CALIBAN_SEED ?? '20261115';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
