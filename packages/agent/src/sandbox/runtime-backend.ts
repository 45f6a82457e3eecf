import { type AbsolutePath, absolutePath, type Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import { type ConfinedPath, type Confinement, confinedAt } from '@caliban/gate/confinement';
import type { Backend, Lack, OpenBackend } from './backend.ts';
import { type HostPlace, hostVerdict } from './host-verdict.ts';
import type { Launch, LaunchOptions, Program, Violation } from './launch.ts';
import { mountsOf } from './mounts.ts';
import { bridgedScript, hardened, shellWords } from './runtime-script.ts';
import { socketFilter } from './seccomp.ts';
import { type MaskedSecret, variablesOf } from './secrets.ts';
import { violationsIn } from './violations.ts';

export type RuntimePlace = {
  readonly home: AbsolutePath | undefined;
  readonly realPath: (path: AbsolutePath) => AbsolutePath;
  /** Judges a full URL, not only its host. Null: nothing forbids it; else the reason. Must not throw. */
  readonly judgeUrl: (url: string) => string | null;
  readonly secrets?: readonly MaskedSecret[];
  /** The user who runs programs; replaced in tests. */
  readonly isRoot?: boolean;
  /** Loads the package; replaced in tests. */
  readonly load?: () => Promise<Runtime>;
};

/** The part of `@anthropic-ai/sandbox-runtime` that we use. Its own types need packages that aren't among its dependencies. */
type Runtime = { readonly SandboxManager: Manager };

type Manager = {
  isSupportedPlatform(): boolean;
  checkDependenciesAsync(): Promise<{ readonly errors: readonly string[] }>;
  initialize(config: RuntimeConfig, mayReach: (host: HostPlace) => Promise<boolean>): Promise<void>;
  wrapWithSandboxArgv(
    command: string,
    shell: string,
    config?: Pick<RuntimeConfig, 'filesystem' | 'credentials'>,
    signal?: AbortSignal,
    cwd?: string,
  ): Promise<{ readonly argv: readonly string[] }>;
  /** Removes its placeholders for missing files. */
  cleanupAfterCommand(): void;
  reset(): Promise<void>;
};

type RuntimeConfig = {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly filterRequest: (request: { readonly url: string }) => Promise<RequestDecision>;
    /** A CA for this session, which programs are told to trust: only then can a secret be put into an https request. */
    readonly tlsTerminate?: object;
  };
  readonly credentials?: RuntimeCredentials;
  readonly filesystem: {
    readonly denyRead: readonly string[];
    readonly allowRead: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
    /** Otherwise `git config` and `git remote` fail. */
    readonly allowGitConfig: boolean;
  };
};

type RuntimeCredentials = {
  readonly envVars: readonly ({ readonly name: string } & RuntimeMask)[];
  readonly files: readonly ({ readonly path: string } & RuntimeMask)[];
};

type RuntimeMask = {
  readonly mode: 'mask';
  readonly injectHosts: readonly string[];
  /** What it does where the expression finds nothing. Without it the program would see the secret. */
  readonly onExtractNoMatch: 'deny';
  readonly extract?: string;
};

type RequestDecision = { readonly action: 'allow' | 'deny'; readonly reason?: string };

/**
 * Confines with Anthropic's sandbox runtime: single hosts through its own proxy, and macOS. The runtime's state is global to the process,
 * so all backends of a process share one proxy.
 */
export function runtimeBackend(place: RuntimePlace): Backend {
  return {
    name: 'sandbox-runtime',
    async open() {
      const runtime = await loaded(place.load ?? (() => import(PACKAGE)));
      return runtime.ok ? opened(runtime.value, place) : runtime;
    },
  };
}

const PACKAGE = '@anthropic-ai/sandbox-runtime';

/** As in 0.0.78, the last version for Node 20. */
const MISSING =
  'the sandbox runtime is not installed (`npm install -g @anthropic-ai/sandbox-runtime@0.0.78`; on Linux also bubblewrap, socat and ripgrep)';

/** Found by the escape suite: the runtime mounts its own `/proc` inside, and nothing can be mounted over that. */
const NOT_AS_ROOT =
  'the sandbox runtime is not used by root, because it would leave settings of the kernel writable (`/proc/sys`); run as an ordinary user';

async function loaded(load: () => Promise<Runtime>): Promise<Result<Manager, string>> {
  try {
    return ok((await load()).SandboxManager);
  } catch {
    return fail(MISSING);
  }
}

async function opened(manager: Manager, place: RuntimePlace): Promise<Result<OpenBackend, string>> {
  const { isRoot = process.platform === 'linux' && process.getuid?.() === 0 } = place;
  if (isRoot) return fail(NOT_AS_ROOT);
  if (!manager.isSupportedPlatform()) return fail(`the sandbox runtime does not work on ${process.platform}`);
  const { errors } = await manager.checkDependenciesAsync();
  if (errors.length > 0) return fail(`the sandbox runtime does not work here: ${errors.join('; ')}`);
  const session = new RuntimeSession(manager, place);
  try {
    await session.start();
    await session.tryOut();
  } catch (error) {
    await session.close();
    return fail(`the sandbox runtime does not work here: ${errorText(error)}`);
  }
  return ok(session);
}

/** A host that was refused, and when. */
type Refused = { readonly at: number; readonly violation: Violation };

class RuntimeSession implements OpenBackend {
  readonly #manager: Manager;
  readonly #place: RuntimePlace;
  /** The profile of the latest command: rules change while a session runs. */
  #profile: Confinement | null = null;
  #refused: readonly Refused[] = [];
  #running = 0;

  constructor(manager: Manager, place: RuntimePlace) {
    this.#manager = manager;
    this.#place = place;
  }

  async start(): Promise<void> {
    const secrets = this.#secrets;
    await this.#manager.initialize(
      {
        network: {
          ...{ allowedDomains: [], deniedDomains: [], filterRequest: async ({ url }) => this.#filter(url) },
          ...(secrets.length === 0 ? {} : { tlsTerminate: {} }),
        },
        ...(secrets.length === 0 ? {} : { credentials: credentialsOf(secrets) }),
        filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [], allowGitConfig: true },
      },
      async (host) => this.#mayReach(host),
    );
  }

  /** Actually starts a program. */
  async tryOut(): Promise<void> {
    const { spawnSync } = await import('node:child_process');
    const { argv } = await this.#manager.wrapWithSandboxArgv(':', SHELL);
    const { status, stderr } = spawnSync(argv[0] as string, argv.slice(1), { encoding: 'utf8', timeout: PATIENCE_MS });
    this.#manager.cleanupAfterCommand();
    if (status !== 0) throw new Error(stderr.trim() || `it exited with code ${status}`);
  }

  lacks(profile: Confinement): Lack | null {
    const inside = profile.writable.find(({ path }) => isInside(path, profile.denyWrite));
    if (inside === undefined) return null;
    return {
      what: `the sandbox runtime can't make \`${inside.path}\` writable inside a read-only directory`,
      instead: 'it stays read-only',
    };
  }

  problem(): null {
    return null;
  }

  async launch(
    program: Program,
    profile: Confinement,
    { firstFeed }: Pick<LaunchOptions, 'firstFeed'>,
  ): Promise<Result<Launch, string>> {
    try {
      this.#profile = profile;
      const { argv } = await this.#manager.wrapWithSandboxArgv(
        process.platform === 'linux' ? bridgedScript(program) : `exec ${shellWords(program)}`,
        SHELL,
        this.#config(profile),
        undefined,
        program.cwd,
      );
      const prepared = launched(argv, firstFeed);
      if (prepared === null) return fail('the sandbox runtime starts programs in a way that caliban does not know');
      const from = performance.now();
      this.#running++;
      return ok({
        ...prepared,
        withheld: variablesOf(this.#secrets),
        confined: true,
        release: once(() => this.#ended()),
        violations: (output, at) => this.#violations(output, { at, from, profile }),
      });
    } catch (error) {
      return fail(errorText(error));
    }
  }

  async close(): Promise<void> {
    await this.#manager.reset().catch(() => {});
  }

  get #secrets(): readonly MaskedSecret[] {
    return this.#place.secrets ?? [];
  }

  #config(profile: Confinement): Pick<RuntimeConfig, 'filesystem' | 'credentials'> {
    const filesystem = this.#filesystem(profile);
    if (this.#secrets.length === 0) return { filesystem };
    const { realPath } = this.#place;
    // A part of a hidden file would show the rest of it.
    const isMasked = ({ source, extract }: MaskedSecret) =>
      source.kind === 'variable' || extract === undefined || confinedAt(profile, realPath(source.path)).readable;
    return { filesystem, credentials: credentialsOf(this.#secrets.filter(isMasked)) };
  }

  #filesystem(profile: Confinement): RuntimeConfig['filesystem'] {
    const { denyRead, reallowRead, writable, denyWrite } = profile;
    // With those above what is protected: what is mounted can't be moved away.
    const mounted = mountsOf(profile).filter(({ state, kind }) => state === 'writable' && kind !== 'missing');
    const paths = (entries: readonly ConfinedPath[]) => entries.map(({ path }) => path as string);
    return {
      denyRead: paths(denyRead),
      allowRead: paths(reallowRead),
      allowWrite: [...new Set([...paths(writable), ...mounted.map(({ path }) => path)])],
      denyWrite: [...paths(denyWrite), ...this.#ownWritable(writable)],
      allowGitConfig: true,
    };
  }

  /** Directories that the runtime leaves writable although no rule does. */
  #ownWritable(writable: readonly ConfinedPath[]): readonly string[] {
    const { home } = this.#place;
    if (home === undefined) return [];
    return ['.npm/_logs', '.claude/debug'].map((name) => `${home}/${name}`).filter((path) => !isInside(path, writable));
  }

  #mayReach(host: HostPlace): boolean {
    const verdict = this.#profile === null ? null : hostVerdict(this.#profile, host);
    if (verdict?.outcome === 'open') return true;
    this.#refuse({ what: host.host, text: verdict?.text ?? `${host.host} is not reachable from commands` });
    return false;
  }

  #filter(url: string): RequestDecision {
    const reason = this.#place.judgeUrl(url);
    if (reason === null) return { action: 'allow' };
    this.#refuse({ what: url, text: `${url} is not reachable from commands, ${reason}` });
    return { action: 'deny', reason };
  }

  #refuse(violation: Violation): void {
    this.#refused = [...this.#refused.slice(-MAX_REFUSED), { at: performance.now(), violation }];
  }

  /** The proxy can't tell which command asked for a host, so every command that ran at the time gets the report. */
  #violations(
    output: string,
    { at, from, profile }: { readonly at: string; readonly from: number; readonly profile: Confinement },
  ): readonly Violation[] {
    const { home, realPath } = this.#place;
    const ofPaths = violationsIn(output, profile, { cwd: absolutePath(at), home, realPath });
    const ofHosts = this.#refused.filter((refused) => refused.at >= from).map(({ violation }) => violation);
    return [...new Map([...ofPaths, ...ofHosts].map((violation) => [violation.what, violation])).values()];
  }

  #ended(): void {
    this.#running--;
    // Cleanup removes the placeholders for missing files, which running commands still need.
    if (this.#running === 0) this.#manager.cleanupAfterCommand();
  }
}

function credentialsOf(secrets: readonly MaskedSecret[]): RuntimeCredentials {
  const mask = ({ extract, hosts }: MaskedSecret): RuntimeMask => ({
    ...{ mode: 'mask', injectHosts: hosts, onExtractNoMatch: 'deny' },
    ...(extract === undefined ? {} : { extract }),
  });
  return {
    envVars: secrets.flatMap((secret) =>
      secret.source.kind === 'variable' ? [{ name: secret.source.name, ...mask(secret) }] : [],
    ),
    files: secrets.flatMap((secret) =>
      secret.source.kind === 'file' ? [{ path: secret.source.path, ...mask(secret) }] : [],
    ),
  };
}

function launched(argv: readonly string[], filterFeed: number): Pick<Launch, 'file' | 'args' | 'feeds'> | null {
  const [file = '', ...args] = argv;
  if (process.platform !== 'linux') return { file, args, feeds: [] };
  const filter = socketFilter(process.arch, { withUnixSockets: true });
  const command = hardened(args.at(-1) ?? '', { filterFeed });
  // The runtime's bridges need unix sockets; it blocks them for the program itself.
  return command === null || filter === null ? null : { file, args: [...args.slice(0, -1), command], feeds: [filter] };
}

const SHELL = '/bin/bash';
const PATIENCE_MS = 10_000;
const MAX_REFUSED = 100;

function isInside(path: string, entries: readonly ConfinedPath[]): boolean {
  return entries.some((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
