// `npm run soak -- inbox`: agents that ask, people who answer at the same time, a server that is killed, stopped and started again, and a
// clock that jumps. Afterwards the facts, what people were told, what the agents were told and the decision log have to tell one story.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../bench/decide/random.mjs';
import { BUNDLE, importBuilt } from '../shared/built.mjs';

const { inboxClient, SqliteFactStore, serverFiles, UnreachableError } = await importBuilt('inbox', 'index');

const SHIFT = fileURLToPath(new URL('shift-clock.cjs', import.meta.url));
const WAIT_SECONDS = 6;
const AGENTS = 4;
const PEOPLE = 3;

export const INBOX_COLUMNS = ['what', 'tried', 'killed', 'checked', 'lost'];

export async function inbox(soak) {
  const { world } = soak;
  world.write('home/.config/caliban/permissions.toml', RULES);
  world.write('home/.config/caliban/settings.toml', `[inbox]\nwait_seconds = ${WAIT_SECONDS}\n`);
  const clock = world.write('clock', '0');
  const files = serverFiles(world.state);
  const run = {
    soak,
    clock,
    client: inboxClient(files),
    /** What each agent was told: command → text, '' for a yes. */
    told: new Map(),
    /** Ask id → answers that were acknowledged as the first. */
    won: new Map(),
    counts: { agents: 0, agentsKilled: 0, servers: 0, serversKilled: 0, jumps: 0, answers: 0, refusedAnswers: 0 },
    isOver: false,
  };
  const server = keepServer(run);
  const people = Array.from({ length: PEOPLE }, (_, index) => answerAll(run, `person ${index}`));
  await Promise.all(Array.from({ length: AGENTS }, (_, index) => askUntilOver(run, `agent ${index}`)));
  run.isOver = true;
  await Promise.all([server, ...people]);
  return checked(run, files);
}

const RULES = `
[[permissions.rules]]
pattern = "Bash:make *"
action = "ask"
`;

async function keepServer(run) {
  const { soak, counts, clock } = run;
  const random = soak.randomFor('server');
  while (!run.isOver) {
    const env = { NODE_OPTIONS: `--require ${SHIFT}`, SOAK_CLOCK: clock };
    const { child, finished } = soak.world.start(['serve'], { env, program: BUNDLE, limitMs: 24 * 60 * 60 * 1000 });
    soak.started++;
    counts.servers++;
    const lives = 500 + random.below(9_000);
    for (const end = performance.now() + lives; performance.now() < end && !run.isOver; ) {
      await sleep(200 + random.below(800));
      if (random.chance(0.15)) {
        writeFileSync(clock, String(random.pick([0, 0, -3_600_000, 3_600_000, 4_000, -4_000])));
        counts.jumps++;
      }
      if (random.chance(0.1)) {
        child.kill('SIGSTOP');
        await sleep(random.below(3_000));
        child.kill('SIGCONT');
      }
    }
    const isKilled = !run.isOver && random.chance(0.8);
    if (isKilled) {
      counts.serversKilled++;
      soak.killed++;
    }
    child.kill(isKilled ? 'SIGKILL' : 'SIGTERM');
    const { stderr, timedOut } = await finished;
    if (timedOut) soak.breach('the server did not end');
    if (stderr !== '') soak.breach(`the server says ${stderr.slice(0, 300)}`);
    if (!run.isOver) await sleep(random.below(1_500));
  }
}

async function askUntilOver(run, name) {
  const { soak, counts, told } = run;
  const random = soak.randomFor(name);
  for (let number = 1; !soak.isOver; number++) {
    const command = `make ${name.replace(' ', '-')}-${number}`;
    const input = JSON.stringify({
      ...EVENT,
      tool_input: { command },
      tool_use_id: command,
      cwd: soak.world.workspace,
    });
    const kill = random.chance(0.15) ? { killAfterMs: random.below(WAIT_SECONDS * 1000) } : {};
    const { stdout, stderr, code, wasKilled } = await soak.play(['hook', 'codex', '--wait', '60'], {
      input,
      program: BUNDLE,
      ...kill,
    });
    counts.agents++;
    if (wasKilled) counts.agentsKilled++;
    if (wasKilled && stdout === '') continue;
    if (code !== 0 || stderr !== '') soak.breach(`${command}: exit code ${code}: ${stderr.slice(0, 300)}`);
    told.set(command, stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason);
    await sleep(random.below(300));
  }
}

const EVENT = { session_id: 'soak', hook_event_name: 'PreToolUse', tool_name: 'Bash' };

/** Throws on a torn line. */
function loggedLines(file) {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Everyone answers the same cards, as fast as they see them. */
async function answerAll(run, name) {
  const random = createRandom(run.soak.randomFor(name).below(2 ** 31));
  while (!run.isOver) {
    await sleep(random.below(400));
    try {
      const { body, status } = await run.client.send({ method: 'GET', path: '/api/cards' });
      if (status !== 200) continue;
      for (const { id, ask } of body.cards.flatMap(({ views }) => views)) {
        // Some no one answers, and the others not everyone at once.
        if (/^[01]/.test(id) || random.chance(0.3)) continue;
        const action = random.chance(0.6) ? 'allow' : 'deny';
        const hash = random.chance(0.05) ? '0'.repeat(64) : ask.hash;
        const given = { hash, action, name, through: 'soak', message: `said ${name}` };
        const reply = await run.client.send({ method: 'POST', path: `/api/asks/${id}/answer`, body: given });
        if (reply.status !== 200) {
          run.counts.refusedAnswers++;
          continue;
        }
        run.counts.answers++;
        if (hash !== ask.hash) run.soak.breach(`${id}: an answer for another call was taken`);
        run.won.set(id, [...(run.won.get(id) ?? []), { name, action }]);
      }
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
    }
  }
}

async function checked({ soak, told, won, counts }, files) {
  const store = new SqliteFactStore(files.database);
  const facts = await store.listSince(0, 1_000_000);
  await store.close();
  const asks = new Map();
  for (const { askId, kind, bytes, at } of facts) {
    const ask = asks.get(askId) ?? {};
    if (ask[kind] !== undefined) soak.breach(`${askId}: two facts ${kind}`);
    ask[kind] = { ...JSON.parse(new TextDecoder().decode(bytes)), at };
    asks.set(askId, ask);
  }
  const byCommand = new Map([...asks].map(([id, ask]) => [ask.ask?.call.input.command, { id, ...ask }]));
  for (const [id, ask] of asks) if (ask.ask === undefined) soak.breach(`${id}: an answer without an ask`);

  for (const [id, answers] of won) {
    const kept = asks.get(id)?.answer;
    const [first, ...others] = answers;
    if (others.length > 0) soak.breach(`${id}: ${answers.length} people were told that they were first`);
    const said = first.action === 'allow' ? 'allowed' : 'denied';
    if (kept?.kind !== said || kept.by.name !== first.name)
      soak.breach(`${id}: ${first.name} was told that ${first.action} is the answer, and ${kept?.kind} is kept`);
  }

  const lines = new Map(loggedLines(soak.world.log).map((line) => [line.tool_use_id, line]));
  const outcomes = { ran: 0, rejected: 0, expired: 0, late: 0, unreachable: 0 };
  for (const [command, text] of told) {
    const kept = byCommand.get(command);
    const line = lines.get(command);
    const outcome = outcomeOf(text);
    outcomes[outcome]++;
    const problem = problemOf(outcome, { kept, line, text });
    if (problem !== null) soak.breach(`${command}: ${problem}: ${text.slice(0, 120)} ${JSON.stringify(line?.because)}`);
  }
  // An agent that was killed after its claim did not run the call; no one else may have.
  for (const [command, { consumed }] of byCommand)
    if (
      consumed?.kind === 'consumed' &&
      told.has(command) &&
      told.get(command) !== '' &&
      outcomeOf(told.get(command)) !== 'late'
    )
      soak.breach(`${command}: claimed, and then not run`);

  const { agents, agentsKilled, servers, serversKilled, jumps, answers, refusedAnswers } = counts;
  const story = Object.entries(outcomes).map(([name, count]) => `${count} ${name}`);
  return [
    ['questions of agents', agents, agentsKilled, story.join(', '), soak.breaches.length],
    ['answers of people', answers + refusedAnswers, '', `${answers} were first, and are the answer`, ''],
    ['servers', servers, serversKilled, `${jumps} jumps of the clock`, ''],
  ];
}

function outcomeOf(text) {
  if (text === '') return 'ran';
  if (/rejected this Bash call: said person/.test(text)) return 'rejected';
  if (/no one answered within/.test(text)) return 'expired';
  if (/was allowed, but too late/.test(text)) return 'late';
  return 'unreachable';
}

function problemOf(outcome, { kept, line, text }) {
  if (line === undefined) return 'not in the log';
  const { cause, name } = line.because;
  switch (outcome) {
    case 'ran':
      if (line.outcome !== 'allow') return 'ran, and the log says that it did not';
      if (kept?.answer?.kind !== 'allowed' || kept.answer.hash !== kept.ask.hash)
        return 'ran without a yes to this very call';
      if (kept.consumed?.kind !== 'consumed') return 'ran without a claim';
      if (name !== kept.answer.by.name || line.because.ask_id !== kept.id) return 'the log names someone else';
      return null;
    case 'rejected':
      if (kept?.answer?.kind !== 'denied' || name !== kept.answer.by.name) return 'no such no was given';
      return text.includes(kept.answer.message) ? null : 'other words than were given';
    case 'expired':
      if (cause !== 'inbox-expired') return 'the log has another cause';
      // By its own clock the agent may have given up before the store did.
      return kept?.consumed?.kind === 'consumed' ? 'expired, and claimed' : null;
    case 'late':
      if (cause !== 'inbox-lapsed') return 'the log has another cause';
      return kept?.answer?.kind === 'allowed' ? null : 'no yes was given';
    case 'unreachable':
      return cause === 'inbox-unreachable' ? null : 'the log has another cause';
  }
}
