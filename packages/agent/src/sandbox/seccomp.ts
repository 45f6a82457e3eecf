import { constants } from 'node:os';

/** What differs between processors. Syscall numbers of the Linux kernel, which never change. */
type Machine = {
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
  /** `add_key`, `request_key`, `keyctl`. */
  readonly keys: readonly number[];
  readonly hasX32: boolean;
};

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { audit: 0xc000003e, socket: 41, socketpair: 53, keys: [248, 249, 250], hasX32: true },
  arm64: { audit: 0xc00000b7, socket: 198, socketpair: 199, keys: [217, 218, 219], hasX32: false },
};

/** The same on every processor. */
const IO_URING = [425, 426, 427];

/** Sockets of these families stay in the network namespace; netlink is how programs look up their addresses. */
const FAMILIES = [2 /* AF_INET */, 10 /* AF_INET6 */, 16 /* AF_NETLINK */];

const UNIX = 1;

/** One of a pair of datagram sockets can still send to any other socket, so only pairs of these types are allowed. */
const PAIRED = [1 /* SOCK_STREAM */, 5 /* SOCK_SEQPACKET */];

/**
 * A seccomp filter for `bwrap --seccomp`. It allows only sockets of the internet families, because a unix socket leads to
 * programs outside (an ssh agent, docker, a desktop's session bus), and no io_uring, which can create sockets unfiltered.
 * Connected socket pairs are allowed. Kernel keys are blocked too, because they aren't in a namespace. `withUnixSockets` also
 * allows pairs of any type: `socat` needs both. Null for an unknown processor.
 */
export function socketFilter(
  architecture: string = process.arch,
  { withUnixSockets = false }: { readonly withUnixSockets?: boolean } = {},
): Uint8Array | null {
  const machine = MACHINES[architecture];
  if (machine === undefined) return null;
  const { EPERM, ENOSYS } = constants.errno;
  const program: Instruction[] = [
    load(ARCHITECTURE),
    ...unlessEqual(machine.audit, refuse(ENOSYS)),
    load(NUMBER),
    ...(machine.hasX32 ? ifAtLeast(0x40000000, refuse(ENOSYS)) : []),
    ...[...IO_URING, ...machine.keys].flatMap((number) => ifEqual(number, refuse(ENOSYS))),
    ...(withUnixSockets ? [] : onlyConnectedPairs(machine, refuse(EPERM))),
    ...ifCall(machine.socket, [
      load(FIRST_ARGUMENT),
      ...onlyAmong(withUnixSockets ? [UNIX, ...FAMILIES] : FAMILIES, refuse(EPERM)),
    ]),
    ALLOWED,
  ];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [at, { code, yes, no, value }] of program.entries()) {
    bytes.setUint16(at * 8, code, true);
    bytes.setUint8(at * 8 + 2, yes);
    bytes.setUint8(at * 8 + 3, no);
    bytes.setUint32(at * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}

function onlyConnectedPairs({ socketpair }: Machine, otherwise: Instruction): readonly Instruction[] {
  return ifCall(socketpair, [load(SECOND_ARGUMENT), and(KIND_OF_SOCKET), ...onlyAmong(PAIRED, otherwise)]);
}

/** A classic BPF instruction of the kernel. */
type Instruction = { readonly code: number; readonly yes: number; readonly no: number; readonly value: number };

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const AND = 0x54;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const ERROR = 0x00050000;

/** Offsets in `struct seccomp_data`. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

/** The other bits are flags. */
const KIND_OF_SOCKET = 0xf;

const ALLOWED: Instruction = { code: RETURN, yes: 0, no: 0, value: ALLOW };

function load(offset: number): Instruction {
  return { code: LOAD, yes: 0, no: 0, value: offset };
}

function refuse(errno: number): Instruction {
  return { code: RETURN, yes: 0, no: 0, value: ERROR | errno };
}

function ifEqual(value: number, then: Instruction): readonly Instruction[] {
  return [{ code: JUMP_IF_EQUAL, yes: 0, no: 1, value }, then];
}

function and(value: number): Instruction {
  return { code: AND, yes: 0, no: 0, value };
}

/** These instructions decide about the syscall with this number. */
function ifCall(number: number, decide: readonly Instruction[]): readonly Instruction[] {
  return [{ code: JUMP_IF_EQUAL, yes: 0, no: decide.length, value: number }, ...decide];
}

function onlyAmong(values: readonly number[], otherwise: Instruction): readonly Instruction[] {
  return [
    ...values.map((value, at) => ({ code: JUMP_IF_EQUAL, yes: values.length - at, no: 0, value })),
    otherwise,
    ALLOWED,
  ];
}

function unlessEqual(value: number, then: Instruction): readonly Instruction[] {
  return [{ code: JUMP_IF_EQUAL, yes: 1, no: 0, value }, then];
}

function ifAtLeast(value: number, then: Instruction): readonly Instruction[] {
  return [{ code: JUMP_IF_AT_LEAST, yes: 0, no: 1, value }, then];
}
