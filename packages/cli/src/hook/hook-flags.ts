/** The last argument of a hook that judges a call for another hook process, which can kill it. */
export const JUDGE_HERE = '--judge-here';

/** Followed by the number of seconds that the host waits longer for this hook, so that a person can answer: `[inbox]`. */
export const WAIT = '--wait';

/** Added by the bash client: the server did not answer. */
export const COLD = '--cold';

/**
 * Node starts a sixth sooner with these. `--no-rehash-snapshot` keeps the hash seed of Node's build, which gives up V8's protection against
 * hash flooding, so only short texts are judged with it. The next two compile functions and regexes only after they've run a few times; a
 * text of a thousand characters is enough for that. The last one saves two garbage collections, which free almost nothing.
 */
export const QUICK_FLAGS: readonly string[] = [
  '--no-rehash-snapshot',
  '--no-sparkplug',
  '--regexp-tier-up-ticks=99',
  '--min-semi-space-size=4',
];
