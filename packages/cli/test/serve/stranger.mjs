// Run as another user of the machine: tries what it is told, and prints what came of each try.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';

const [what, ...given] = process.argv.slice(2);

if (what === 'squat') {
  // Says yes to everyone, in the words of both protocols, once it has heard something.
  const answer = JSON.parse(given[1]);
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  }).listen(Number(given[0]), '127.0.0.1', () => console.log('squatting'));
} else {
  const results = {};
  for (const [name, attempt] of Object.entries(attempts(JSON.parse(given[0])))) {
    try {
      results[name] = await attempt();
    } catch (error) {
      results[name] = error.code ?? String(error);
    }
  }
  console.log(JSON.stringify({ uid: process.getuid(), results }));
}

function attempts({ directory, files, socket, port, hookPort, pid }) {
  const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ hash: 'x', action: 'allow', name: 'eve', through: 'page' });
  return {
    'list the directory': () => readdirSync(directory),
    ...Object.fromEntries(files.map((file) => [`read ${file.split('/').at(-1)}`, () => readFileSync(file, 'utf8')])),
    'write beside them': () => writeFileSync(`${directory}/server.json`, '{}'),
    'connect to the socket': () => said(connect(socket), 'GET /api/cards HTTP/1.1\r\nhost: caliban\r\n\r\n'),
    'see the questions': () => status({ port, path: '/api/cards', headers }),
    'answer a question': () => status({ port, path: '/api/asks/ask-1/answer', method: 'POST', headers }, body),
    'put a question': () => status({ port, path: '/api/asks', method: 'POST', headers }, body),
    'run a hook': () => status({ port, path: '/hook/claude-code', method: 'POST', headers }, body),
    'stop the server': () => status({ port, path: '/api/stop', method: 'POST', headers }, '{}'),
    'ask the hook port': () =>
      said(connect(hookPort, '127.0.0.1'), 'caliban-hook 1\0guess\0claude-code\0\0/\0\0\0{}\0'),
    'read its environment': () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    'read its memory': () => readFileSync(`/proc/${pid}/mem`),
    'end it': () => process.kill(pid, 'SIGTERM'),
    'read its command line': () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  };
}

function status(options, body) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...options }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function said(socket, text) {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.end(text);
  });
}
