// What agents ran, what people were told, what the database has and what the logs said, compared.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DecisionLogs, FleetSums } from '../../packages/hub/dist/index.js';
import { parseAuditLine } from '../../packages/storage/dist/exports/audit.js';

export async function findBreaches({ database, agents, asks, acknowledged }) {
  const rows = await database.rows('SELECT ask_id, kind, bytes FROM facts');
  const stored = new Map();
  for (const { ask_id: id, kind, bytes } of rows) stored.set(`${id} ${kind}`, JSON.parse(bytes.toString('utf8')));
  return [
    ...acknowledged.flatMap((given) => breachesOfAnswer(given, stored)),
    ...[...asks].flatMap(([id, ask]) => breachesOfAsk(id, ask, stored)),
    ...(await breachesOfLogs(database, agents)),
  ];
}

function breachesOfAnswer({ id, action, name }, stored) {
  const answer = stored.get(`${id} answer`);
  if (answer?.kind === (action === 'allow' ? 'allowed' : 'denied') && answer.by.name === name) return [];
  return [`${name} was told that their ${action} of ${id} counts; stored is ${JSON.stringify(answer)}`];
}

function breachesOfAsk(id, { hash, outcome, tookMs, limitMs }, stored) {
  const [answer, ended] = ['answer', 'consumed'].map((kind) => stored.get(`${id} ${kind}`));
  const story = `${outcome}, answer ${answer?.kind}, end ${ended?.kind}`;
  const breaches = [];
  if (outcome === 'allowed' && !(answer?.kind === 'allowed' && answer.hash === hash && ended?.kind === 'consumed'))
    breaches.push(`${id} ran without a claimed allow: ${story}`);
  if (outcome === 'denied' && answer?.kind !== 'denied') breaches.push(`${id} was refused by no one: ${story}`);
  if (outcome === 'expired' && ended?.kind === 'consumed')
    breaches.push(`${id} expired, and its allow was claimed: ${story}`);
  if (outcome === 'refused') breaches.push(`${id}: an answer was not believed: ${story}`);
  // Its own clock ends a wait: the last request may take a little longer.
  if (tookMs > limitMs + 8_000) breaches.push(`${id} waited ${Math.round(tookMs)} ms instead of ${limitMs}`);
  return breaches;
}

async function breachesOfLogs(database, agents) {
  const [logs, sums] = [new DecisionLogs(database), new FleetSums(database)];
  const breaches = [];
  for (let attempt = 0; (await sums.uncounted()) > 0; attempt++) {
    if (attempt > 300) return ['lines were not counted within 30 s'];
    await sleep(100);
  }
  const ever = { from: new Date(0), to: new Date('2100-01-01') };
  for (const { name, log } of agents) {
    const report = await logs.verify(name);
    if (report.broken !== null)
      breaches.push(`${name}: the chain is broken at ${report.broken.sequence}: ${report.broken.what}`);
    if (report.gaps.length > 0) breaches.push(`${name}: ${report.gaps.length} gaps: ${report.gaps[0].what}`);
    const written = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const kept = await database.rows('SELECT line FROM log_lines WHERE install = $1 ORDER BY sequence', [name]);
    const isSame = kept.length === written.length && kept.every(({ line }, index) => line === written[index]);
    if (!isSame) breaches.push(`${name}: ${written.length} lines were written, ${kept.length} are stored`);
    const decisions = written.filter((line) => parseAuditLine(line).line !== null).length;
    const counted = (await sums.hours({ agent: name }, ever)).reduce((sum, { allowed }) => sum + allowed, 0);
    if (counted !== decisions) breaches.push(`${name}: ${decisions} decisions were logged, ${counted} were counted`);
  }
  return breaches;
}
