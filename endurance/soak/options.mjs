import { parseArgs } from 'node:util';

const HELP = `node endurance/soak/run.mjs [--minutes N] [--seed N] [--decisions N]

  --minutes N     how long (default 2)
  --seed N        what is chosen at random; the instants of the kills differ all the same
  --decisions N   of the gate that lives long (default 200000)`;

export function readOptions(argv) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        minutes: { type: 'string', default: '2' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        decisions: { type: 'string', default: '200000' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return end(HELP, 0);
    const numbers = [values.minutes, values.seed, values.decisions].map(Number);
    if (numbers.some((number) => !(number > 0))) return end(`a number above 0 is needed\n\n${HELP}`, 64);
    const [minutes, seed, decisions] = numbers;
    return { minutes, seed, decisions };
  } catch (error) {
    return end(`${error.message}\n\n${HELP}`, 64);
  }
}

function end(text, code) {
  console.log(text);
  process.exit(code);
}
