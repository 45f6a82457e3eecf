import { describe, expect, test } from 'vitest';
import { RAW_DEVICE_WRITES } from '../../src/classes/dangers/device-write.ts';
import { knows } from './tried.ts';

const writesDevice = knows(RAW_DEVICE_WRITES);

describe('raw-device-writes', () => {
  test.each([
    'dd if=/dev/zero of=/dev/sda',
    'dd of=/dev/nvme0n1 if=x bs=1M',
    'sudo dd if=x.iso of=/dev/disk2',
    'cat x > /dev/sda',
    'echo x >/dev/sda1',
    'cat x | tee /dev/vda',
    'cp x.img /dev/mmcblk0',
    'mkfs.ext4 /dev/sdb1',
    'mkfs -t ext4 /dev/sdb1',
    'mke2fs $DEV',
    'wipefs -a /dev/sda',
    'shred /dev/sda',
    'parted /dev/sda mklabel gpt',
    'fdisk /dev/sda',
    'sgdisk --zap-all /dev/sda',
    'blkdiscard /dev/nvme0n1',
    'cryptsetup luksFormat /dev/sdb',
    'diskutil eraseDisk JHFS+ x disk2',
    "sh -c 'dd if=x of=/dev/sda'",
    'Write /dev/sda',
    'Write /dev/mapper/root',
    'cd /dev && dd if=x of=sda',
    'cd /dev/mapper; tee root',
  ])('knows `%s`', (text) => {
    expect(writesDevice(text)).toBe(true);
  });

  test.each([
    'dd if=/dev/zero of=disk.img bs=1M count=1',
    'dd if=/dev/sda of=/dev/null',
    'ls > /dev/null 2>&1',
    'echo x | tee /dev/stderr',
    'mkfs.ext4 disk.img',
    'fdisk -l /dev/sda',
    'parted /dev/sda print',
    'wipefs /dev/sda',
    'lsblk /dev/sda',
    'echo mkfs /dev/sda',
    'cat src/dev/sda.ts',
    'Write src/dev/sda',
    'tee log < x',
    'cp /dev/null x',
    'cd /devel && dd if=x of=sda',
    'cd dev && tee sda',
  ])('spares `%s`', (text) => {
    expect(writesDevice(text)).toBe(false);
  });
});
