// Drives `codex app-server` through one turn and declines whatever it asks: `exec` asks nobody, so its questions cannot be seen there.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [codex, approvalPolicy] = process.argv.slice(2);
const server = spawn(process.execPath, [codex, 'app-server'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let lastId = 0;

createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === 'turn/completed') server.stdin.end();
  else if (message.method !== undefined && message.id !== undefined)
    send({ id: message.id, result: { decision: 'decline' } });
  else if (message.error !== undefined) throw new Error(line);
  else waiting.get(message.id)?.(message.result);
});
server.on('exit', (code) => process.exit(code ?? 1));

await request('initialize', { clientInfo: { name: 'comparison', title: null, version: '1' }, capabilities: null });
send({ method: 'initialized' });
const { thread } = await request('thread/start', {
  cwd: process.cwd(),
  approvalPolicy,
  sandbox: 'danger-full-access',
});
await request('turn/start', { threadId: thread.id, input: [{ type: 'text', text: 'go on', text_elements: [] }] });

function request(method, params) {
  const id = ++lastId;
  send({ id, method, params });
  return new Promise((resolve) => {
    waiting.set(id, resolve);
  });
}

function send(message) {
  server.stdin.write(`${JSON.stringify(message)}\n`);
}
