import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DIST = new URL('../../dist/', import.meta.url);

/** Prints the address of every module that is loaded with one. */
const LISTING = `
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
const { port1, port2 } = new MessageChannel();
const loaded = [];
port1.on('message', (url) => loaded.push(url));
const hooks = \`
  let port;
  export const initialize = (data) => { port = data.port; };
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
\`;
register('data:text/javascript,' + encodeURIComponent(hooks), { data: { port: port2 }, transferList: [port2] });
await import(process.argv[1]);
// The addresses come in order, so that after this one there are no more.
const last = 'data:text/javascript,0';
await import(last);
while (!loaded.includes(last)) await new Promise((resolve) => setImmediate(resolve));
console.log(JSON.stringify(loaded.filter((url) => url !== last)));
port1.close();
`;

test.each([
  'session-services/session-services.js',
  'session-services/rule-editor.js',
  'session-services/decision-history.js',
  'compose/session.js',
])(
  '%s loads no frontend',
  (file) => {
    const module = new URL(file, DIST).href;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', LISTING, module], {
      encoding: 'utf8',
      cwd: fileURLToPath(DIST),
    });
    expect(stderr).toBe('');
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded).toContain(module);
    expect(loaded.filter((url) => /\/packages\/tui\/|\/node_modules\/(ink|react|yoga-layout)\//.test(url))).toEqual([]);
  },
  60_000,
);
