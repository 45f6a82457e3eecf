import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Agents whose model is a file: random calls, and ended at random by a signal that can be heard or by one that cannot. */
export async function scriptedAgents(soak) {
  const counts = { tried: 0, killed: 0, calls: 0, effects: 0, lost: 0 };
  const random = soak.randomFor('agents');
  for (let number = 1; !soak.isOver; number++) {
    await runOne(soak, { random, name: `agent-${number}`, counts });
    await sleep(random.below(100));
  }
  const lines = checkTranscripts(soak, counts);
  const { tried, killed, calls, effects, lost } = counts;
  const checked = `${calls} results, ${effects} effects on disk have a line; ${lines} lines of transcripts are whole`;
  return [['agents', tried, killed, checked, lost]];
}

async function runOne(soak, { random, name, counts }) {
  const { world } = soak;
  const signal = random.weighted([
    [0.6, null],
    [0.2, 'SIGKILL'],
    [0.1, 'SIGINT'],
    [0.1, 'SIGTERM'],
  ]);
  // Nothing can end what a killed agent had started, so only one that can hear starts something long.
  const mayLast = signal === 'SIGINT' || signal === 'SIGTERM';
  const uses = Array.from({ length: 3 + random.below(10) }, (_, at) => randomUse(random, `${name}-${at}`, mayLast));
  const script = world.write(`scripts/${name}.json`, JSON.stringify([...replies(random, uses), { text: 'Done.' }]));
  const kill = signal === null ? {} : { signal, killAfterMs: 200 + random.below(1_200) };
  const argv = ['-p', 'go', '--model', `scripted:${script}`, '--output-format', 'stream-json'];
  const result = await soak.play(argv, kill);
  counts.tried++;
  if (signal !== null) counts.killed++;

  const results = toolResultsIn(result.stdout);
  for (const { id } of uses) {
    const told = results.get(id);
    const hasEffect = existsSync(world.path(`ws/mark-${id}`)) || existsSync(world.path(`ws/out/${id}`));
    soak.decisions.set(id, told === 'refused' ? 'refused' : told === 'ran' || hasEffect ? 'ran' : 'unknownOf');
    if (told !== undefined) counts.calls++;
    if (hasEffect) counts.effects++;
  }
  const isTrue = signal === null ? [0, 3].includes(result.code) : true;
  if (!isTrue || (signal === null && results.size !== uses.length)) {
    counts.lost++;
    soak.breach(
      `${name}: exit ${result.code}, ${results.size} of ${uses.length} results: ${result.stderr.slice(0, 300)}`,
    );
  }
}

function replies(random, uses) {
  const left = [...uses];
  const grouped = [];
  while (left.length > 0) grouped.push({ tool_uses: left.splice(0, 1 + random.below(3)) });
  return grouped;
}

/** What is done leaves a file named after the call. */
function randomUse(random, id, mayLast) {
  const bash = (command) => ({ name: 'Bash', id, input: { command } });
  return random.pick([
    () => bash(`touch mark-${id}`),
    () => bash(`touch mark-${id} && sleep 0.${random.below(3)}`),
    () => bash(mayLast ? `touch mark-${id}; sleep 300` : `sleep 0.1`),
    () => bash(`make mark-${id}`),
    () => bash(`git status; rm -rf mark-${id}`),
    () => ({ name: 'Write', id, input: { path: `out/${id}`, content: id.repeat(random.below(200)) } }),
    () => ({ name: 'Write', id, input: { path: `elsewhere/${id}`, content: 'no' } }),
    () => ({ name: 'Read', id, input: { path: 'a.txt' } }),
    () => ({ name: 'Read', id, input: { path: 'secrets/key' } }),
    () => ({ name: 'Grep', id, input: { pattern: 'two' } }),
  ])();
}

/** id → `ran` or `refused`. A frame that a kill has torn says nothing. */
function toolResultsIn(stdout) {
  const results = new Map();
  for (const line of stdout.split('\n')) {
    const frame = parse(line);
    if (frame?.type !== 'user' || !Array.isArray(frame.message?.content)) continue;
    for (const { tool_use_id: id, content, is_error: isError } of frame.message.content) {
      results.set(id, isError && REFUSED.test(String(content)) ? 'refused' : 'ran');
    }
  }
  return results;
}

const REFUSED = /denied|refused|not allowed|nobody|permission/i;

/** Every line but the last, which a kill may have torn. */
function checkTranscripts(soak, counts) {
  const sessions = join(soak.world.state, 'sessions');
  if (!existsSync(sessions)) return 0;
  let whole = 0;
  for (const directory of readdirSync(sessions)) {
    for (const name of readdirSync(join(sessions, directory))) {
      const lines = readFileSync(join(sessions, directory, name), 'utf8')
        .split('\n')
        .slice(0, -1);
      const torn = lines.filter((line) => parse(line) === null);
      whole += lines.length - torn.length;
      counts.lost += torn.length;
      for (const line of torn) soak.breach(`transcript ${name}: ${line.slice(0, 80)}`);
    }
  }
  return whole;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
