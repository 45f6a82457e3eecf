import { parseArgs } from 'node:util';

const HELP = `node endurance/soak/run.mjs [terminal|inbox] [--minutes N] [--seed N] [--decisions N]

  terminal        a question and a running command, left open, and nothing else
  inbox           agents that ask, people who answer, a server that is killed, and nothing else
  --minutes N     how long (default 2; with terminal 10, which is the most)
  --seed N        what is chosen at random; the instants of the kills differ all the same
  --decisions N   of the gate that lives long (default 200000)`;

export function readOptions(argv) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        decisions: { type: 'string', default: '200000' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return end(HELP, 0);
    const [what = 'busy', ...surplus] = positionals;
    const isTerminal = what === 'terminal';
    if (surplus.length > 0 || !['busy', 'terminal', 'inbox'].includes(what))
      return end(`unknown: ${positionals.join(' ')}\n\n${HELP}`, 64);
    const most = isTerminal ? 10 : Number.POSITIVE_INFINITY;
    const numbers = [values.minutes ?? (isTerminal ? 10 : 2), values.seed, values.decisions].map(Number);
    if (numbers.some((number) => !(number > 0))) return end(`a number above 0 is needed\n\n${HELP}`, 64);
    const [minutes, seed, decisions] = numbers;
    if (minutes > most) return end(`at most ${most} minutes\n\n${HELP}`, 64);
    return { what, minutes, seed, decisions };
  } catch (error) {
    return end(`${error.message}\n\n${HELP}`, 64);
  }
}

function end(text, code) {
  console.log(text);
  process.exit(code);
}
