// Reads a log as `caliban perms audit` does and formats every line, then says how many there were and how much memory it took.
import { importStorage } from './storage.mjs';

const [log, query] = process.argv.slice(2);
const { stats, ...wanted } = JSON.parse(query);
const { readAudit } = await importStorage('read/read-audit');
let lines = 0;
if (stats === true) {
  const { AuditTally } = await importStorage('read/audit-stats');
  const tally = new AuditTally();
  for await (const { entry } of readAudit({ source: { log }, ...wanted })) tally.add(entry);
  lines = tally.stats().decisions;
} else {
  const { formatAudit } = await importStorage('read/format-audit');
  let characters = 0;
  for await (const { entry } of readAudit({ source: { log }, ...wanted })) {
    characters += formatAudit(entry, 120).length;
    lines++;
  }
  if (characters < lines) throw new Error('nothing was formatted');
}
console.log(JSON.stringify({ lines, rss: process.resourceUsage().maxRSS }));
