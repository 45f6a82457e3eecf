import { hookTimeoutSeconds, hookWords } from '../setup/hook-command.ts';
import type { HookProgram } from '../setup/host-setup.ts';

/** The plugin that sends opencode's calls to `caliban hook opencode`. It lets a call through only after an explicit allow. */
export function opencodePlugin(program: Omit<HookProgram, 'isWindows' | 'client'>): string {
  const { words, recordsAnswers = true } = program;
  const wait = program.waitSeconds === undefined ? [] : hookWords(program, 'opencode').slice(2);
  return `${MARK}
import { spawn } from 'node:child_process';

const PROGRAM = ${JSON.stringify([...words, 'hook', 'opencode'])};${
    wait.length === 0
      ? ''
      : `
const WAIT = ${JSON.stringify(wait)};`
  }
const DEADLINE_MS = ${hookTimeoutSeconds({ ...program, isWindows: false })}_000;

export const Caliban = async ({ directory }) => {
  let servers = [];
  return {
    config: async (config) => {
      servers = Object.keys(config?.mcp ?? {});
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const answer = await ask({ tool, args, directory, sessionID, callID, servers });
      if (answer.action !== 'allow') throw new Error(String(answer.message));
    },${recordsAnswers ? AFTER_EVENT : ''}
  };
};

function ask(call) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return new Promise((resolve) => {
    const refuse = (why) => resolve({ action: 'deny', message: 'caliban did not allow the call: ' + why });
    const [file, ...args] = ${wait.length === 0 ? 'PROGRAM' : '[...PROGRAM, ...WAIT]'};
    const hook = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'ignore'], timeout: DEADLINE_MS });
    const chunks = [];
    hook.stdout.on('data', (chunk) => chunks.push(chunk));
    hook.stdin.on('error', () => {});
    hook.on('error', (error) => refuse(error.message));
    hook.on('close', (code) => {
      try {
        const answer = JSON.parse(Buffer.concat(chunks).toString('utf8'));
        if (code === 0 && answer.action === 'allow') resolve({ action: 'allow' });
        else refuse(answer.message ?? 'the hook ended with ' + code);
      } catch {
        refuse('the hook gave no answer');
      }
    });
    hook.stdin.end(JSON.stringify(call));
  });
}
${recordsAnswers ? RECORD : ''}`;
}

const AFTER_EVENT = `
    'tool.execute.after': async ({ tool, sessionID, callID, args }) => {
      record({ tool, args, directory, sessionID, callID, servers });
    },`;

/** Runs in the background; a failure changes nothing. */
const RECORD = `
function record(call) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const [file, ...args] = [...PROGRAM, '--after'];
  const hook = spawn(file, args, { env, stdio: ['pipe', 'ignore', 'ignore'], timeout: DEADLINE_MS });
  hook.stdin.on('error', () => {});
  hook.on('error', () => {});
  hook.stdin.end(JSON.stringify(call));
}
`;

export function isOpencodePlugin(text: string): boolean {
  return text.startsWith(MARK);
}

const MARK = '// Written by `caliban install opencode`; `caliban uninstall opencode` takes it away.';
