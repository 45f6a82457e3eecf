// One of many writers: node write-lines.mjs '<options>' writes so many lines to one log and says how it went. Runs the built code.
import { openAuditLog } from '../../../dist/audit/write/audit-log.js';

const {
  file,
  writer,
  lines,
  maxBytes,
  keep,
  settleMs,
  required = true,
  padding = 200,
  lingerMs = 0,
} = JSON.parse(process.argv[2]);
const warnings = [];
const log = openAuditLog({
  file,
  required,
  version: '0.1.0',
  warn: (message) => warnings.push(message),
  ...(maxBytes === undefined ? {} : { maxBytes }),
  ...(keep === undefined ? {} : { keep }),
  ...(settleMs === undefined ? {} : { settleMs }),
});

for (let number = 0; number < lines; number++) {
  log.record({
    ts: new Date().toISOString(),
    session_id: writer,
    tool_use_id: `${writer}-${number}`,
    cwd: '/repo',
    tool_name: 'Bash',
    input: { command: `echo ${number} ${'x'.repeat((number * 7919) % padding)}` },
    action: 'allow',
    outcome: 'allow',
    mode: 'default',
    because: { kind: 'rule' },
    took_us: 3,
  });
  if (number === 0) process.stdout.write('started\n');
  // Housekeeping runs between decisions, as it does in a session.
  if (number % 500 === 499) await new Promise(setImmediate);
}
if (lingerMs > 0) await new Promise((done) => setTimeout(done, lingerMs));
log.close();
process.stdout.write(`${JSON.stringify({ warnings })}\n`);
