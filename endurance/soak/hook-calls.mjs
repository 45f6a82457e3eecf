import { setTimeout as sleep } from 'node:timers/promises';

/** Another agent's calls, each a process of its own, some killed at a random instant. */
export async function hookCalls(soak) {
  const counts = { tried: 0, killed: 0, refused: 0 };
  await Promise.all(['hook one', 'hook two'].map((name) => callUntilOver(soak, name, counts)));
  return [['hook calls', counts.tried, counts.killed, 'an answer each, no refusal without a cause', counts.refused]];
}

async function callUntilOver(soak, name, counts) {
  const random = soak.randomFor(name);
  for (let number = 1; !soak.isOver; number++) {
    const id = `${name.replace(' ', '-')}-${number}`;
    const input = JSON.stringify({ ...EVENT, ...randomCall(random), tool_use_id: id, cwd: soak.world.workspace });
    const kill = random.chance(0.2) ? { killAfterMs: random.below(400) } : {};
    const result = await soak.play(['hook', 'claude-code'], { input, ...kill });
    counts.tried++;
    if (result.wasKilled) counts.killed++;
    note(soak, id, result, counts);
    await sleep(random.below(60));
  }
}

const EVENT = { session_id: 'soak', transcript_path: '/t', hook_event_name: 'PreToolUse' };

/** An answer counts as told once it is whole, even if the process was killed after it. */
function note(soak, id, { stdout, stderr, code, wasKilled }, counts) {
  const answer = answerIn(stdout);
  soak.decisions.set(id, answer?.permissionDecision ?? 'unknownOf');
  if (answer === null && !wasKilled) {
    counts.refused++;
    soak.breach(`${id}: no answer, exit code ${code}: ${stderr.slice(0, 200)}`);
  } else if (answer?.permissionDecisionReason?.includes('the permission check failed')) {
    counts.refused++;
    soak.breach(`${id}: ${answer.permissionDecisionReason}`);
  }
  if (!wasKilled && stderr !== '') soak.breach(`${id}: standard error says ${stderr.slice(0, 200)}`);
}

function answerIn(stdout) {
  try {
    return JSON.parse(stdout).hookSpecificOutput;
  } catch {
    return null;
  }
}

function randomCall(random) {
  const word = () =>
    random.pick(['src', 'a.txt', 'out/x', 'secrets/key', '../up', 'ä ö', '"q"', '$(date)', '-rf', '{a,b}']);
  return random.pick([
    () => ({ tool_name: 'Bash', tool_input: { command: `git log ${word()}` } }),
    () => ({ tool_name: 'Bash', tool_input: { command: `git status && rm ${word()}` } }),
    () => ({ tool_name: 'Bash', tool_input: { command: `echo ${word()} | cat > ${word()}` } }),
    () => ({ tool_name: 'Bash', tool_input: { command: `echo ${'x'.repeat(random.below(9_000))}` } }),
    () => ({ tool_name: 'Read', tool_input: { file_path: word() } }),
    () => ({ tool_name: 'Write', tool_input: { file_path: word(), content: word().repeat(random.below(2_000)) } }),
    () => ({ tool_name: 'Grep', tool_input: { pattern: word(), path: word() } }),
    () => ({
      tool_name: 'WebFetch',
      tool_input: { url: `https://example.test/${encodeURIComponent(word())}`, prompt: '?' },
    }),
    () => ({ tool_name: 'mcp__tracker__search', tool_input: { query: word(), limit: random.below(9) } }),
    () => ({ tool_name: 'Unheard', tool_input: { of: [word(), { deep: word() }] } }),
  ])();
}
