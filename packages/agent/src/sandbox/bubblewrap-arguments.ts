import type { Mount } from './mounts.ts';

export type BubblewrapOptions = {
  readonly mounts: readonly Mount[];
  readonly network: 'all' | 'none';
  readonly cwd: string;
  /** Root that may mount keeps the capabilities it needs for other users' files; otherwise a user namespace is created. */
  readonly asRoot: boolean;
  /** Files in /proc that would change the machine. */
  readonly kernelFiles: readonly string[];
  readonly endsWithStarter?: boolean;
};

/** All arguments except the program, for `bwrap --args`. */
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
    // Only at this point: until here mount points were created in them.
    ...hidden.flatMap(({ path }) => ['--remount-ro', path]),
    ...(endsWithStarter ? ['--die-with-parent'] : []),
    ...['--setenv', 'CALIBAN_CONFINED', '1', '--chdir', cwd],
  ];
}

/** The capabilities that root needs to work with other users' files. None of these mounts, opens devices, or reads past a mount. */
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
