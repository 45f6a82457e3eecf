import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rulesIn } from '../shared/rules-in.mjs';
import { SEED_COMMENTS, SEED_RULES } from './seed-files.mjs';

/** `perms add` and `perms remove` on three files at once, some killed. Each writer knows what its own rules must be in the end. */
export async function ruleWriters(soak) {
  const counts = { tried: 0, killed: 0 };
  const books = [];
  const writers = ['writer-one', 'writer-two', 'writer-three'].map((name) =>
    writeUntilOver(soak, { name, books, counts }),
  );
  await Promise.all(writers);
  const before = soak.breaches.length;
  const rules = await checkFiles(soak, books);
  const checked = `${rules} rules with their comments, in order, and every remark are there`;
  return [['rule writes', counts.tried, counts.killed, checked, soak.breaches.length - before]];
}

async function writeUntilOver(soak, { name, books, counts }) {
  const random = soak.randomFor(name);
  /** Scope → pattern → `{ state: 'there' | 'gone' | 'unknown', round, action, comment }`, in the order of adding. */
  const book = new Map(SCOPES.map((scope) => [scope, new Map()]));
  books.push(book);
  for (let round = 1; !soak.isOver; round++) {
    const scope = random.pick(SCOPES);
    const known = [...book.get(scope)].filter(([, { state }]) => state === 'there');
    const isRemoval = known.length > 0 && random.chance(known.length > 15 ? 0.7 : 0.35);
    // Now and then many at the same instant.
    const count = random.chance(0.25) ? 5 : 1;
    const rules = isRemoval
      ? random.shuffled(known).slice(0, count)
      : Array.from({ length: count }, (_, at) => newRule(random, { name: `${name}-${round}-${at}`, round }));
    await Promise.all(rules.map((rule) => writeOne(soak, { rule, isRemoval, scope, random, book, counts })));
    await sleep(random.below(40));
  }
}

async function writeOne(soak, { rule: [pattern, rule], isRemoval, scope, random, book, counts }) {
  const kill = random.chance(0.25) ? { killAfterMs: 60 + random.below(350) } : {};
  const argv = isRemoval ? removal(pattern) : addition(pattern, rule);
  // Its place in the order of adding.
  book.get(scope).set(pattern, { ...rule, state: 'unknown' });
  const result = await soak.play(['perms', ...argv, '--scope', scope], kill);
  counts.tried++;
  if (result.wasKilled) counts.killed++;
  else if (result.code !== 0) {
    soak.breach(`perms ${argv.join(' ')}: exit ${result.code}: ${result.stderr.slice(0, 300)}`);
  }
  const done = isRemoval ? 'gone' : 'there';
  book.get(scope).set(pattern, { ...rule, state: result.code === 0 ? done : 'unknown' });
}

const SCOPES = ['project', 'local', 'user'];

function newRule(random, { name, round }) {
  const action = random.pick(['allow', 'deny', 'ask']);
  const comment = random.chance(0.5) ? `of ${name}: "quoted" 'both' # ways ä` : undefined;
  const pattern = random.pick([
    `Bash:${name} *`,
    `Bash:~${name}`,
    `Write:gen/${name}/**`,
    `mcp__${name.replaceAll('-', '_')}`,
  ]);
  return [pattern, { action, comment, round, at: random.pick([[], [], ['--at', 'bottom']]) }];
}

function addition(pattern, { action, comment, at }) {
  return ['add', pattern, action, ...(comment === undefined ? [] : ['--comment', comment]), ...at];
}

function removal(pattern) {
  return ['remove', '--pattern', pattern];
}

async function checkFiles(soak, books) {
  let count = 0;
  for (const [scope, file] of Object.entries(filesOf(soak.world))) {
    const { rules, problem } = await rulesIn(file, scope);
    if (problem !== null) soak.breach(`${file} does not load: ${problem}`);
    count += rules.length;
    checkSeeds(soak, file, rules);
    for (const book of books) checkBook(soak, { file, rules, book: book.get(scope) });
    checkStrangers(soak, { file, rules, books: books.map((book) => book.get(scope)) });
    // A draft of a killed writer stays until the next write; one is made here, so that none may be left.
    await soak.play(['perms', 'add', 'Bash:the-last *', 'ask', '--scope', scope]);
    const drafts = readdirSync(dirname(file)).filter(
      (name) => name.endsWith('.tmp') && name.includes(`.${FILE_OF[scope]}.`),
    );
    for (const draft of drafts) soak.breach(`left behind: ${dirname(file)}/${draft}`);
  }
  return count;
}

const FILE_OF = { project: 'permissions.toml', local: 'permissions.local.toml', user: 'permissions.toml' };

function filesOf(world) {
  return {
    project: world.projectRules,
    local: world.path('ws/.caliban/permissions.local.toml'),
    user: world.userRules,
  };
}

function checkSeeds(soak, file, rules) {
  for (const [pattern, action, comment] of SEED_RULES) {
    const isThere = rules.some(
      (rule) => rule.pattern === pattern && rule.action === action && rule.comment === comment,
    );
    if (!isThere) soak.breach(`${file}: the rule ${action} ${pattern} is gone`);
  }
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const comment of SEED_COMMENTS) if (!lines.includes(comment)) soak.breach(`${file}: lost the line ${comment}`);
}

/** What was added in one round was added at once, in any order. */
function checkBook(soak, { file, rules, book }) {
  const present = new Map(rules.map((rule) => [rule.pattern, rule]));
  for (const [pattern, { state, action, comment }] of book) {
    const rule = present.get(pattern);
    if (state === 'there' && rule === undefined) soak.breach(`${file}: ${pattern} was added and is not there`);
    if (state === 'gone' && rule !== undefined) soak.breach(`${file}: ${pattern} was removed and is there`);
    if (rule === undefined) continue;
    const isSame = rule.action === action && rule.comment === comment;
    if (!isSame) soak.breach(`${file}: ${pattern} says ${JSON.stringify(rule)}`);
  }
  const rounds = rules.flatMap(({ pattern }) => book.get(pattern)?.round ?? []);
  const isInOrder = rounds.every((round, at) => at === 0 || round >= rounds[at - 1]);
  if (!isInOrder) soak.breach(`${file}: rules stand before others that were added earlier`);
}

/** Nobody wrote it, or it is there twice. */
function checkStrangers(soak, { file, rules, books }) {
  const patterns = rules.map(({ pattern }) => pattern);
  for (const pattern of new Set(patterns)) {
    const isOurs = SEED_RULES.some(([seed]) => seed === pattern) || books.some((book) => book.has(pattern));
    if (!isOurs) soak.breach(`${file}: nobody added ${pattern}`);
    if (patterns.filter((other) => other === pattern).length > 1) soak.breach(`${file}: ${pattern} is there twice`);
  }
}
