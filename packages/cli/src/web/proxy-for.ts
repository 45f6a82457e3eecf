import { BlockList, isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy from the environment for a URL, by the usual conventions; null: there is none. */
export function proxyFor(url: URL, env: Environment): string | null {
  const [proxy] = proxyVariables(env).filter(({ of }) => of === url.protocol || of === 'all');
  if (proxy === undefined || isHere(url) || exceptions(env).some((exception) => covers(exception, url))) return null;
  return proxy.url;
}

export type ProxyVariable = {
  readonly name: string;
  readonly of: 'http:' | 'https:' | 'all';
  /** As written, with `http://` added if it has no scheme. */
  readonly url: string;
};

/** The variables that are set; the one for all protocols comes last. */
export function proxyVariables(env: Environment): readonly ProxyVariable[] {
  return VARIABLES.flatMap(({ small, of }): readonly ProxyVariable[] => {
    const { name, value } = variable(env, small);
    return value === '' ? [] : [{ name, of, url: value.includes('://') ? value : `http://${value}` }];
  });
}

const VARIABLES = [
  { small: 'https_proxy', of: 'https:' },
  { small: 'http_proxy', of: 'http:' },
  { small: 'all_proxy', of: 'all' },
] as const;

/** Lower case wins if both are set. */
function variable(env: Environment, small: string): { readonly name: string; readonly value: string } {
  const name = env[small] === undefined ? small.toUpperCase() : small;
  return { name, value: (env[name] ?? '').trim() };
}

/** Our own machine can't be reached through a proxy. */
function isHere(url: URL): boolean {
  const host = hostOf(url);
  return /(?:^|\.)localhost$/.test(host) || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}

function exceptions(env: Environment): readonly string[] {
  return variable(env, 'no_proxy')
    .value.toLowerCase()
    .split(/[\s,]+/)
    .filter((exception) => exception !== '');
}

/**
 * `*`, a name including all its subdomains (`.name` and `*.name` too), an address, or a range of addresses; all but the last with
 * or without a port.
 */
function covers(exception: string, url: URL): boolean {
  if (exception === '*') return true;
  const host = hostOf(url);
  if (exception.includes('/')) return isInRange(host, exception);
  const [, name = exception, port] = isIP(exception) === 6 ? [] : (/^(.*):(\d+)$/.exec(exception) ?? []);
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const bare = name.replace(/^\*?\./, '').replace(/^\[(.*)\]$/, '$1');
  return host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`));
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits] = range.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const prefix = Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, kind);
  return list.check(host, kind);
}

/** Without the brackets of an address and the trailing dot of a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
