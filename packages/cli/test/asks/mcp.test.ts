import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundled } from '../../../../test/helpers/bundled.ts';
import { BUNDLE, type Running, ServeScratch } from '../serve/server-process.ts';
import { answerQuestion, nextQuestion } from './answers.ts';

const SERVER = await bundled(fileURLToPath(new URL('../mcp/helpers/stdio-server.mjs', import.meta.url)));

const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const CALL = { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'hello' } } };

/** A client that can show no form, so that there is no one to ask at it. */
class ProxyScratch extends ServeScratch {
  proxy(settings: string): { readonly running: Running; readonly reply: (id: number) => Promise<unknown> } {
    this.write('home/.config/caliban/settings.toml', settings);
    this.rules('ask mcp__example__echo');
    const words = ['mcp-proxy', '--name', 'example', '--', process.execPath, SERVER];
    const running = this.start(process.execPath, [`${BUNDLE}caliban.cjs`, ...words], { input: null });
    return {
      running,
      async reply(id) {
        for (;;) {
          const found = running.stdout
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
            .find((message) => message.id === id);
          if (found !== undefined) return found.result;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    };
  }
}

describe('the MCP proxy before a client that cannot ask', () => {
  test.each([
    ['allow', { action: 'allow' }, 'hello'],
    ['deny', { action: 'deny', message: 'not that' }, 'anna rejected this mcp__example__echo call: not that'],
  ] as const)('waits for %s from the inbox', async (_, given, text) => {
    const scratch = new ProxyScratch();
    await scratch.serve();
    const { running, reply } = scratch.proxy('[inbox]\nwait_seconds = 30\n');
    running.send(INITIALIZE, CALL);
    const view = await nextQuestion(scratch.client);
    expect(view.ask).toMatchObject({ call: { tool: 'mcp__example__echo' }, context: { host: 'mcp-proxy' } });
    await answerQuestion(scratch.client, view, given);
    expect(JSON.stringify(await reply(2))).toContain(text);
    expect(scratch.log()).toMatchObject([{ because: { by: 'operator', name: 'anna', through: 'page' } }]);
  });

  test('without `wait_seconds` it refuses at once', async () => {
    const scratch = new ProxyScratch();
    await scratch.serve();
    const { running, reply } = scratch.proxy('');
    running.send(INITIALIZE, CALL);
    expect(JSON.stringify(await reply(2))).toContain('needs approval');
  });
});
