import { fork } from 'node:child_process';

/** A bench process of ours: a clean environment, room on the heap, and its last error as the reason when it dies. */
export function startChild(script, argv, { execArgv = [] } = {}) {
  // A CA bundle to parse at start, or somebody's flags, would be measured too.
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = fork(new URL(script, import.meta.url), argv, {
    env,
    execArgv: ['--max-old-space-size=8192', ...execArgv],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.on('error', () => {}); // A message to a child that just died; `nextMessage` says so.
  let errors = '';
  child.stderr.on('data', (text) => (errors = (errors + text).slice(-20_000)));

  return {
    send: (message) => child.send(message),
    stop: () => child.connected && child.disconnect(),
    kill: () => child.kill('SIGKILL'),
    nextMessage: () =>
      new Promise((resolve, reject) => {
        const onMessage = (message) => {
          child.off('close', onClose);
          resolve(message);
        };
        const onClose = () => {
          child.off('message', onMessage);
          reject(new Error(reasonIn(errors)));
        };
        child.once('message', onMessage);
        child.once('close', onClose);
      }),
  };
}

/** For scripts that do one thing and report it in one message. Null, and said aloud, when it dies: the run goes on. */
export async function runChild(script, argv, options) {
  const child = startChild(script, argv, options);
  try {
    return await child.nextMessage();
  } catch (error) {
    console.error(`decide: ${script} ${argv[0]}: ${error.message}`);
    return null;
  } finally {
    child.stop();
  }
}

/** The message of an uncaught error, without its stack. */
function reasonIn(errors) {
  const line = errors.split('\n').find((text) => /^(?:\w*Error|FATAL ERROR)\b/.test(text)) ?? 'ended without a word';
  return line.replace(/^\w*Error(?: \[\w+\])?: /, '').slice(0, 200);
}
