import { HOSTILE } from '../measure/hostile.mjs';
import { WORST_CASES } from '../measure/worst-case.mjs';
import { time, times } from './format.mjs';

/**
 * What we want to be, as claims a run can settle: `{ label, shown, reached }`, where `reached` is null for what was not
 * measured (a peer missing, a size left out).
 */
export function targets(figures, { sizes }) {
  const faster = (engine, size, limit) =>
    atLeast(figures.ratio(engine, 'caliban', size, 'none'), limit, `${engine} at ${size}`);
  return [
    {
      name: 'M1',
      text: '10k rules, none: ≥ 500x faster than regexp-list, ≥ 30x than RE2.Set shards',
      claims: [faster('regexp-list', 10_000, 500), faster('re2-shards', 10_000, 30)],
    },
    {
      name: 'M2',
      text: '10k rules, none: ≥ 2 000x faster than Gemini, ≥ 10 000x than opencode-style, casbin and cedar',
      claims: [
        faster('gemini', 10_000, 2000),
        faster('opencode-style', 10_000, 10_000),
        faster('casbin', 10_000, 10_000),
        faster('cedar', 10_000, 10_000),
      ],
    },
    {
      name: 'M3',
      text: '100k rules, none: ≥ 20 000x faster than regexp-list',
      claims: [faster('regexp-list', 100_000, 20_000)],
    },
    {
      name: 'M4',
      text: 'from 10 to 10k rules: none, mixed and same (the same calls, decided by the same ten rules) ≤ 3x',
      claims: ['none', 'mixed', 'same'].map((stream) => atMost(figures.growth(10, 10_000, stream), 3, stream)),
    },
    {
      name: 'M5',
      text: 'small lists: at 10 rules ≤ 1.1x regexp-list (none, mixed); at 100 rules ≥ 3x faster (none)',
      claims: [
        ...['none', 'mixed'].map((stream) =>
          atMost(figures.ratio('caliban', 'regexp-list', 10, stream), 1.1, `${stream} at 10`),
        ),
        faster('regexp-list', 100, 3),
      ],
    },
    {
      name: 'M6',
      text: 'distance to map-startswith, mixed: ≤ 10x at 10 rules, ≤ 30x at 100k',
      claims: [
        atMost(figures.ratio('caliban', 'map-startswith', 10, 'mixed'), 10, 'at 10'),
        atMost(figures.ratio('caliban', 'map-startswith', 100_000, 'mixed'), 30, 'at 100000'),
      ],
    },
    {
      name: 'M7',
      text: 'tail: p99 ≤ 10x p50 (mixed, every size)',
      claims: sizes.map((size) => {
        const { p50, p99 } = figures.latency('caliban', size);
        return atMost(p99 / p50, 10, `at ${size}`);
      }),
    },
    {
      name: 'M8',
      text: 'worst case, ≤ 8 stars and ≤ 10k characters: ≤ 3x the two-pointer matcher, one rule or a thousand',
      claims: WORST_CASES.map((worst) => {
        const own = figures.worstCase('caliban', worst);
        // One that had to be stopped took at least so long.
        const ratio = (own?.first ?? own?.over) / figures.worstCase('two-pointer-list', worst)?.first;
        return atMost(ratio, 3, `${worst.stars} stars, ${worst.length} chars, ${worst.rules} rules`);
      }),
    },
    {
      name: 'M9',
      text: '1 MiB of hostile text against a hostile pattern: ≤ 50 ms',
      claims: HOSTILE.map(({ title }) => atMost(figures.hostile(title), 50e6, title, time)),
    },
    {
      name: 'L1',
      text: 'compile 10k and 100k rules: ≤ 1.5x the load of regexp-list',
      claims: [10_000, 100_000].map((size) =>
        atMost(figures.loadRatio('caliban', 'regexp-list', size), 1.5, `at ${size}`),
      ),
    },
    {
      name: 'R1',
      text: 'memory: ≤ 200 B a rule; ≤ 0.15x warm regexp-list; flat over 1 M decisions',
      claims: memoryClaims(figures),
    },
    {
      name: 'S1',
      text: 'with the shell: full decision ≤ 10 µs p50 (mixed), three parts ≤ 40 µs p50; plain words ≤ 0.15x of their decision',
      claims: [
        atMost(figures.shellLatency('caliban-judge', 'mixed').p50, 10_000, 'mixed', time),
        atMost(figures.shellLatency('caliban-judge', 'parts').p50, 40_000, 'three parts', time),
        atMost(figures.shellRatio('plain-check', 'caliban-judge', 'plain'), 0.15, 'plain-words check'),
      ],
    },
    {
      name: 'S3',
      text: 'full decision, mixed, 1 000 rules: p50 ≤ 3 µs, p99 ≤ 60 µs',
      claims: ['p50', 'p99'].map((part) =>
        atMost(figures.shellLatency('caliban-judge', 'mixed')[part], part === 'p50' ? 3000 : 60_000, part, time),
      ),
    },
  ];
}

/** Below a tenth of a megabyte the collector's own noise is what is measured. */
function memoryClaims(figures) {
  return [10_000, 100_000].flatMap((size) => {
    const own = figures.memory('caliban', size);
    const list = figures.memory('regexp-list', size);
    return [
      // Not as loaded: what is built when a tool is first called counts.
      atMost(own?.called / size, 200, `at ${size}`, (bytes) => `${Math.round(bytes)} B a rule`),
      atMost(own?.warm / list?.warm, 0.15, `at ${size}`),
      atMost((own?.after - own?.warm) / 1e6, 0.1, `at ${size}`, (growth) => `${growth.toFixed(2)} MB more after 1 M`),
    ];
  });
}

function atLeast(value, limit, label, show = times) {
  return { label, shown: shown(value, show), reached: reached(value, value >= limit) };
}

function atMost(value, limit, label, show = times) {
  return { label, shown: shown(value, show), reached: reached(value, value <= limit) };
}

function shown(value, show) {
  return isMeasured(value) ? show(value) : '-';
}

function reached(value, holds) {
  return isMeasured(value) ? holds : null;
}

function isMeasured(value) {
  return value !== undefined && !Number.isNaN(value);
}
