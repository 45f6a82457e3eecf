import { absolutePath } from '../../text/path.ts';
import type { Danger } from '../danger.ts';
import type { RunCommand } from '../run-commands.ts';
import { operands } from './deletions.ts';

export const RAW_DEVICE_WRITES: Danger = {
  name: 'raw-device-writes',
  why: 'writes to a disk below its file system, or formats it',
  class: 'device-write',
  command: writesDevice,
  file: ({ access, ...places }) => access === 'write' && Object.values(places).some((path) => DEVICE.test(path)),
};

const DEVICE =
  /^\/dev\/(?:(?:sd|hd|vd|xvd|nvme|mmcblk|loop|dm-|md|r?disk|sr|zd|nbd|k?mem|port|ram|pmem|dax|nd|vblk|ada|da|nvd|ubi|mtd|mapper)\w*(?:\.\w+)*|(?:mapper|disk|block)\/.+)$/;

function writesDevice({ program, args, places }: RunCommand): boolean {
  const isDevice = (word: string) =>
    DEVICE.test(word) || places.some((base) => base.startsWith('/dev') && DEVICE.test(absolutePath(word, { base })));
  /** A target that is known only at run time is treated as a device. */
  const mayBeDevice = (word: string) => isDevice(word) || word.startsWith('$');
  if (/^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkntfs|mkdosfs|newfs(?:_.+)?)$/.test(program)) return args.some(mayBeDevice);
  switch (program) {
    case 'dd':
    case 'dcfldd':
      return args.some((word) => word.startsWith('of=') && isDevice(word.slice(3)));
    case 'tee':
    case 'shred':
    case 'truncate':
    case 'badblocks':
    case 'blkdiscard':
    case 'hdparm':
      return args.some(isDevice);
    case 'cp':
    case 'mv':
    case 'install':
    case 'ddrescue':
      return isDevice(operands(args).at(-1) ?? '');
    case 'wipefs':
      return args.some((word) => /^(?:-[a-z]*[ao]|--all|--offset)/.test(word)) && args.some(mayBeDevice);
    case 'parted':
    case 'fdisk':
    case 'sfdisk':
    case 'gdisk':
    case 'sgdisk':
    case 'cfdisk':
      return args.some(mayBeDevice) && !args.some((word) => /^(?:-l|--list|-p|--print|print|-d|--dump|-x)$/.test(word));
    case 'cryptsetup':
      return args.some((word) => /^(?:luksFormat|erase|luksErase|reencrypt)$/.test(word));
    case 'diskutil':
      return args.some((word) => /^(?:erase|reformat|partition|zero|secureErase)/i.test(word));
    case 'format':
      return args.some((word) => /^[A-Za-z]:$/.test(word));
    default:
      return false;
  }
}
