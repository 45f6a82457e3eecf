import { describe, expect, test } from 'vitest';
import { calls as wireCalls, says as wireSays } from '../../../agent/test/providers/wire-reply.ts';
import { connect } from '../mcp/helpers/proxied.ts';
import { startForwardProxy } from './helpers/forward-proxy.ts';
import { toolResults } from './helpers/frames.ts';
import { providerSettings, startProvider } from './helpers/provider.ts';
import { Workplace } from './helpers/workplace.ts';

/** The provider stands behind a name that only the proxy knows. */
async function behindProxy(purpose: 'main' | 'fast_classifier' = 'main') {
  const server = await startProvider();
  const proxy = await startForwardProxy(Number(new URL(server.origin).port));
  const settings = providerSettings(server, purpose).replace(server.origin, 'http://model.test');
  return { server, proxy, place: new Workplace({ '~/.config/caliban/settings.toml': settings }) };
}

describe('the proxies of the environment', () => {
  test('models and pages are reached through them', async () => {
    const { server, proxy, place } = await behindProxy();
    server.will(wireCalls(['c1', 'WebFetch', { url: 'http://page.test/nowhere' }]), wireSays('Seen.'));
    const flags = ['--permission-mode', 'dontAsk', '--output-format', 'stream-json'];
    const ended = await place.run(['-p', 'go', ...flags], { env: { HTTP_PROXY: `http://keeper:lamp@${proxy.url}` } });
    expect(ended.code).toBe(0);
    const password = `Basic ${Buffer.from('keeper:lamp').toString('base64')}`;
    expect(proxy.asked).toEqual([
      `POST http://model.test/v1/chat/completions ${password}`,
      `GET http://page.test/nowhere ${password}`,
      `POST http://model.test/v1/chat/completions ${password}`,
    ]);
    expect(toolResults(ended.stdout)).toHaveLength(1);
  });

  test('so is the classifier of a gate that another agent has started', async () => {
    const { server, proxy, place } = await behindProxy('fast_classifier');
    server.will(wireSays('{"verdict": "allow", "reason": "it looks so"}'));
    const env = { ...place.environment, HTTP_PROXY: proxy.url };
    const { client, text } = await connect(['mcp-prompt-tool', '--permission-mode', 'auto'], { env });
    const answer = await text('approve', { tool_name: 'Bash', input: { command: 'make lamp' } });
    await client.close();
    expect(JSON.parse(answer)).toMatchObject({ behavior: 'allow' });
    expect(proxy.asked).toEqual(['POST http://model.test/v1/chat/completions']);
  });

  test('encrypted, through a tunnel', async () => {
    const { proxy, place } = await behindProxy();
    const settings = place.read('~/.config/caliban/settings.toml').replace('http://model.test', 'https://model.test');
    place.write('~/.config/caliban/settings.toml', settings);
    const { child, finished } = place.start(['-p', 'go'], { env: { https_proxy: proxy.url } });
    await proxy.firstTunnel;
    expect(proxy.asked[0]).toBe('CONNECT model.test:443');
    // What answers there speaks no TLS.
    child.kill();
    await finished;
  });

  test('not for exceptions, and never to this machine', async () => {
    const server = await startProvider();
    const place = new Workplace({ '~/.config/caliban/settings.toml': providerSettings(server, 'main') });
    server.will(wireSays('Hello.'));
    const nowhere = 'http://127.0.0.1:9';
    expect(await place.run(['-p', 'go'], { env: { ALL_PROXY: nowhere } })).toMatchObject({
      code: 0,
      stdout: 'Hello.\n',
    });
  });

  test.each([
    ['socks5://lamp:oil@proxy:1080', 'HTTPS_PROXY'],
    ['http://', 'http_proxy'],
  ])('%s is refused at the start, without its password', async (proxy, variable) => {
    const { place } = await behindProxy();
    const ended = await place.run(['-p', 'go'], { env: { [variable]: proxy } });
    expect(ended.code).toBe(78);
    expect(ended.stderr).toContain(`${variable} names no proxy that can be used; write http://HOST:PORT there`);
    expect(ended.stderr).not.toContain('oil');
  });
});
