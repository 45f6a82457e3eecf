import { type AbsolutePath, absolutePath, type Result } from '@caliban/calls';
import { errorText } from '@caliban/calls/text';
import { fail, ok } from '@caliban/calls/types';
import type { Confinement } from '@caliban/gate/confinement';
import type { Backend, Lack, OpenBackend } from './backend.ts';
import { argumentBytes, type Bubblewrap, findBubblewrap } from './bubblewrap.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { Launch, LaunchOptions, Program } from './launch.ts';
import { MAX_MOUNTS, type Mount, mountsOf, reservedPaths } from './mounts.ts';
import { reservePaths } from './reserve-paths.ts';
import { type MaskedSecret, presentSecrets, variablesOf, withoutSecrets } from './secrets.ts';
import { violationsIn } from './violations.ts';

export type BubblewrapPlace = {
  readonly home: AbsolutePath | undefined;
  readonly realPath: (path: AbsolutePath) => AbsolutePath;
  /** They can't be masked: programs run without them. */
  readonly secrets?: readonly MaskedSecret[];
  /** Finds out what this machine supports; replaced in tests. */
  readonly find?: () => Promise<Result<Bubblewrap, string>>;
};

/** Enforces file rules exactly; the network is all or nothing. */
export function bubblewrapBackend({ find = findBubblewrap, ...place }: BubblewrapPlace): Backend {
  return {
    name: 'bubblewrap',
    async open() {
      const bubblewrap = await find();
      return bubblewrap.ok ? ok(opened(bubblewrap.value, place)) : bubblewrap;
    },
  };
}

function opened(bubblewrap: Bubblewrap, { home, realPath, secrets = [] }: Omit<BubblewrapPlace, 'find'>): OpenBackend {
  return {
    lacks(profile) {
      const lacks: Lack[] = [];
      if (profile.network === 'by-host') {
        const instead = `commands have ${networkOf(profile) === 'all' ? 'the whole' : 'no'} network`;
        lacks.push({ what: 'rules about single hosts need the sandbox runtime', instead });
      }
      if (presentSecrets(secrets).length > 0)
        lacks.push({ what: 'masked secrets need the sandbox runtime', instead: 'commands run without these secrets' });
      if (lacks.length === 0) return null;
      return {
        what: lacks.map(({ what }) => what).join(', and '),
        instead: lacks.map(({ instead }) => instead).join(', and '),
      };
    },
    problem(byRules) {
      const profile = withoutSecrets(byRules, secrets, realPath);
      const reserved = reserve(profile);
      if (!reserved.ok) return reserved.error;
      reserved.value.release();
      return null;
    },
    close: async () => {},
    async launch(program, profile, options) {
      try {
        return launch(program, profile, options);
      } catch (error) {
        return fail(errorText(error));
      }
    },
  };

  function launch(
    { file, args, cwd }: Program,
    byRules: Confinement,
    { firstFeed, endsWithStarter = false }: LaunchOptions,
  ): Result<Launch, string> {
    const profile = withoutSecrets(byRules, secrets, realPath);
    const reserved = reserve(profile);
    if (!reserved.ok) return reserved;
    const { mounts, release } = reserved.value;
    const network = networkOf(profile);
    const { asRoot, kernelFiles } = bubblewrap;
    const words = bubblewrapArguments({ mounts, network, cwd, asRoot, kernelFiles, endsWithStarter });
    return ok({
      file: bubblewrap.file,
      args: ['--args', String(firstFeed), '--seccomp', String(firstFeed + 1), '--', file, ...args],
      feeds: [argumentBytes(words), bubblewrap.filter],
      withheld: variablesOf(secrets),
      confined: true,
      release,
      violations: (output, at) =>
        violationsIn(output, { ...profile, network }, { cwd: absolutePath(at), home, realPath }),
    });
  }
}

type Reserved = { readonly mounts: readonly Mount[]; readonly release: () => void };

function reserve(profile: Confinement): Result<Reserved, string> {
  const mounts = mountsOf(profile);
  if (mounts.length > MAX_MOUNTS)
    return fail(`the profile is too large: ${mounts.length} mounts; ${MAX_MOUNTS} are possible`);
  try {
    return ok({ mounts, release: reservePaths(reservedPaths(mounts)) });
  } catch (error) {
    return fail(`a name can't be kept free: ${errorText(error)}`);
  }
}

/** All or none: bubblewrap can't filter single hosts. */
function networkOf({ network, otherHosts }: Confinement): 'all' | 'none' {
  if (network !== 'by-host') return network;
  return otherHosts === 'open' ? 'all' : 'none';
}
