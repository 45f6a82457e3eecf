import type { Mount } from './mounts.ts';

export type BubblewrapOptions = {
  readonly mounts: readonly Mount[];
  readonly network: 'all' | 'none';
  readonly cwd: string;
  /** Root that may mount by itself keeps what files of other users need; without it a user namespace is made. */
  readonly asRoot: boolean;
  /** Files of /proc that would change the machine. */
  readonly kernelFiles: readonly string[];
  readonly endsWithStarter?: boolean;
};

/** All of it but the program, for `bwrap --args`. */
export function bubblewrapArguments({
  mounts,
  network,
  cwd,
  asRoot,
  kernelFiles,
  endsWithStarter = false,
}: BubblewrapOptions): readonly string[] {
  const hidden = mounts.filter(({ state, kind }) => state === 'hidden' && kind === 'directory');
  return [
    ...['--unshare-pid', '--unshare-ipc', ...(network === 'none' ? ['--unshare-net'] : [])],
    ...(asRoot
      ? ['--cap-drop', 'ALL', ...KEPT_BY_ROOT.flatMap((name) => ['--cap-add', name])]
      : ['--unshare-user', '--cap-drop', 'ALL']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...kernelFiles.flatMap((file) => ['--ro-bind', file, file]),
    ...mounts.flatMap(mountArguments),
    // Only now: until here mount points were made in them.
    ...hidden.flatMap(({ path }) => ['--remount-ro', path]),
    ...(endsWithStarter ? ['--die-with-parent'] : []),
    ...['--setenv', 'CALIBAN_CONFINED', '1', '--chdir', cwd],
  ];
}

/** What root needs to work with files of others. None of these mounts, opens devices, or reads past a mount. */
const KEPT_BY_ROOT = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_SETGID',
  'CAP_SETUID',
  'CAP_KILL',
];

function mountArguments({ path, state, kind }: Mount): readonly string[] {
  switch (state) {
    case 'hidden':
      // A device that can't be opened: binds have `nodev`.
      return kind === 'directory' ? ['--perms', '0555', '--tmpfs', path] : ['--ro-bind', '/dev/null', path];
    case 'read-only':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
  }
}
