import type { Dispatcher } from 'undici';
import { ConfigurationError } from '../command-line/problems.ts';
import { type Environment, type ProxyVariable, proxyFor, proxyVariables } from './proxy-for.ts';

/**
 * Connects to models, pages and servers through the proxies in the environment. Node's own `fetch` does that only in newer
 * versions, and only if enabled at its start.
 */
export async function useProxies(env: Environment): Promise<void> {
  const variables = proxyVariables(env);
  if (variables.length === 0) return;
  refuseOthers(variables);
  inUse ??= putBeforeFetch(env);
  await inUse;
}

/** Once: the environment doesn't change while a process runs, however many sessions it has. */
let inUse: Promise<void> | null = null;

async function putBeforeFetch(env: Environment): Promise<void> {
  const { fetch: fetchThrough, ProxyAgent } = await import('undici');
  const agents = new Map<string, Dispatcher>();
  const direct = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url, env);
    if (proxy === null) return direct(input, init);
    const dispatcher = agentFor(proxy, url);
    // Two libraries' types of the same standard.
    const sent = { ...(input instanceof Request ? partsOf(input) : {}), ...init, dispatcher } as object;
    return fetchThrough(url, sent) as unknown as Promise<Response>;
  };

  function agentFor(proxy: string, { protocol }: URL): Dispatcher {
    // Many proxies refuse tunnels for plain HTTP.
    const proxyTunnel = protocol === 'https:';
    const key = `${protocol} ${proxy}`;
    const agent = agents.get(key) ?? new ProxyAgent({ uri: proxy, proxyTunnel });
    agents.set(key, agent);
    return agent;
  }
}

/** The other library doesn't accept a `Request` of this one. */
function partsOf({ method, headers, body, redirect, signal }: Request): RequestInit & { readonly duplex: 'half' } {
  return { method, headers: [...headers], body, redirect, signal, duplex: 'half' };
}

/** Don't fall back to a direct connection. The message leaves out the value, which may contain a password. */
function refuseOthers(variables: readonly ProxyVariable[]): void {
  const refused = variables.filter(({ url }) => !/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url));
  if (refused.length === 0) return;
  throw new ConfigurationError(
    refused.map(({ name }) => `${name} names no proxy that can be used; write http://HOST:PORT there, or unset it`),
  );
}
