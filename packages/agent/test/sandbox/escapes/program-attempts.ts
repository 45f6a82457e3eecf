import { attempts } from './attempt.ts';

export const PROGRAM_ATTEMPTS = [
  ...attempts('python', [
    ['open', 'read', 'nothing_but_error(lambda: print(open(E["HIDDEN"]).read()))'],
    [
      'open below a directory descriptor',
      'read',
      'home = os.open(E["HOME"], os.O_PATH); nothing_but_error(lambda: print(os.read(os.open(".ssh/id", 0, dir_fd=home), 99)))',
    ],
    [
      'a descriptor without rights, opened again',
      'read',
      'nothing_but_error(lambda: print(open("/proc/self/fd/%d" % os.open(E["HIDDEN"], os.O_PATH)).read()))',
    ],
    ['sendfile', 'read', 'nothing_but_error(lambda: os.sendfile(1, os.open(E["HIDDEN"], 0), 0, 99))'],
    [
      'memory mapped from a hidden file',
      'read',
      'import mmap\nnothing_but_error(lambda: print(mmap.mmap(os.open(E["HIDDEN"], 0), 5, prot=1)[:]))\nnothing_but_error(lambda: print(open(E["HIDDEN"]).read()))',
    ],
    [
      'a program in memory',
      'read',
      `
fd = os.memfd_create("x", 0)
os.write(fd, b"#!/bin/sh\\ncat \\"$HIDDEN\\"\\n")
os.execve("/proc/self/fd/%d" % fd, ["x"], dict(E))`,
    ],
    [
      'every directory that can be listed',
      'read',
      `
for top, directories, files in os.walk(E["HOME"]):
    for name in files:
        try: print(open(os.path.join(top, name), errors="ignore").read())
        except OSError: pass`,
    ],
    [
      'a file by its handle',
      null,
      `
handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + b"\\0" * 128)
mount = ctypes.c_int()
if libc.name_to_handle_at(-100, E["HOME"].encode(), handle, ctypes.byref(mount), 0) == 0:
    if libc.open_by_handle_at(os.open(E["HOME"], os.O_RDONLY), handle, 0) >= 0: print("ESCAPED")`,
    ],
    [
      'a child that ends after its parent',
      'read',
      `
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(0.3)
        nothing_but_error(lambda: print(open(E["HIDDEN"]).read(), flush=True))
    os._exit(0)`,
    ],
    ['two names swapped for one another', 'wrote', 'print(libc.renameat2(-100, b"lock.txt", -100, b"free.txt", 2))'],
    [
      'directories swapped for one another',
      'wrote',
      'os.makedirs("x/eu"); print(libc.renameat2(-100, b"prod", -100, b"x", 2))',
    ],
    [
      'memory mapped for writing',
      'wrote',
      `
import mmap
def change():
    with mmap.mmap(os.open("lock.txt", os.O_RDWR), 6) as memory: memory[0:1] = b"x"
nothing_but_error(change)`,
    ],
    [
      'a race of links',
      'wrote',
      `
os.makedirs("good", exist_ok=True)
if os.fork() == 0:
    end = time.time() + 1
    while time.time() < end:
        os.symlink("good", "t1"); os.rename("t1", "way"); os.symlink("prod/eu", "t2"); os.rename("t2", "way")
    os._exit(0)
time.sleep(0.05)
for _ in range(3000):
    try: open("way/db.toml", "w").write("x")
    except OSError: pass`,
    ],
    [
      'a race of hard links',
      ['read', 'wrote'],
      `
if os.fork() == 0:
    end = time.time() + 1
    while time.time() < end:
        for name in ["lock.txt", ".env", E["HIDDEN"]]:
            try: os.link(name, "hard"); os.unlink("hard")
            except OSError: pass
    os._exit(0)
end = time.time() + 0.9
while time.time() < end:
    try: file = open("hard", "r+"); print(file.read()); file.write("x")
    except OSError: pass`,
    ],
    [
      'a race of directories above',
      ['read', 'wrote'],
      `
if os.fork() == 0:
    end = time.time() + 1
    while time.time() < end:
        for one, other in [("prod", "old"), ("src", "lib"), ("src/deep", "src/shallow"), ("lib", "src"), ("src/shallow", "src/deep"), ("old", "prod")]:
            try: os.rename(one, other)
            except OSError: pass
    os._exit(0)
end = time.time() + 0.9
while time.time() < end:
    for name in ["lib/deep/key.pem", "src/shallow/key.pem", "src/deep/key.pem"]:
        try: print(open(name).read())
        except OSError: pass
    for name in ["old/eu/db.toml", "prod/eu/db.toml"]:
        try: open(name, "w").write("x")
        except OSError: pass`,
    ],
    [
      'a process outside is traced',
      'wrote',
      `
PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17
if libc.ptrace(PTRACE_SEIZE, int(E["VICTIM"]), 0, 0) == 0:
    print("ESCAPED"); libc.ptrace(PTRACE_DETACH, int(E["VICTIM"]), 0, 0)`,
    ],
    [
      'the memory of a process outside',
      'wrote',
      'nothing_but_error(lambda: print("ESCAPED", open("/proc/%s/mem" % E["VICTIM"], "rb").fileno()))',
    ],
    [
      'a process outside by its descriptor',
      'wrote',
      `
fd = libc.syscall(434, int(E["VICTIM"]), 0)
if fd >= 0: print("ESCAPED")`,
    ],
    [
      'the namespaces of the first process',
      null,
      `
for kind in ["mnt", "pid", "net", "user"]:
    try: fd = os.open("/proc/1/ns/" + kind, 0)
    except OSError: continue
    print(kind, libc.setns(fd, 0))
nothing_but_error(lambda: print(open(E["HIDDEN"]).read()))`,
    ],
    [
      'mount by system calls',
      null,
      `
print(libc.mount(b"none", E["HOME"].encode() + b"/.ssh", b"tmpfs", 0, None), libc.umount2(E["HOME"].encode() + b"/.ssh", 2))
tree = libc.syscall(428, -100, E["HOME"].encode(), 1)
if tree >= 0: nothing_but_error(lambda: print(os.read(os.open(".ssh/id", 0, dir_fd=tree), 99)))
nothing_but_error(lambda: print(open(E["HIDDEN"]).read()))`,
    ],
    [
      'a tree of mounts in a new user namespace',
      null,
      `
print(libc.unshare(0x10000000 | 0x00020000))
for flags in [1, 1 | 0x8000]:
    tree = libc.syscall(428, -100, E["HOME"].encode(), flags)
    if tree >= 0:
        for name in [".ssh/id", "repo/.env"]:
            nothing_but_error(lambda: print(os.read(os.open(name, 0, dir_fd=tree), 99)))
        nothing_but_error(lambda: os.open("notes.txt", os.O_WRONLY | os.O_TRUNC, dir_fd=tree))`,
    ],
    [
      'attributes of mounts in a new user namespace',
      null,
      `
print(libc.unshare(0x10000000 | 0x00020000))
attributes = struct.pack("QQQQ", 0, 1, 0, 0)
print(libc.syscall(442, -100, (E["REPO"] + "/prod").encode(), 0x8000, attributes, 32))
nothing_but_error(lambda: open("prod/eu/db.toml", "w").write("x"))`,
    ],
    [
      'io_uring',
      null,
      `
if libc.syscall(425, 8, ctypes.create_string_buffer(120)) >= 0: print("ESCAPED")`,
    ],
    [
      'keys that the kernel keeps',
      null,
      `
for ring in [-3, -4, -5]:
    if libc.syscall(248, b"user", b"caliban-escape", b"x", 1, ring) >= 0: print("ESCAPED")
    if libc.syscall(250, 11, ring, ctypes.create_string_buffer(512), 512) >= 0: print("ESCAPED")`,
    ],
    [
      'pairs of sockets that are not tied to one another',
      null,
      `
for kind in [2, 3]:
    if libc.socketpair(1, kind, 0, (ctypes.c_int * 2)()) == 0: print("ESCAPED", kind)`,
    ],
    [
      'letters put into the terminal',
      null,
      `
import fcntl, termios
for name in ["/dev/tty", "/dev/console", "/dev/pts/0", "/dev/tty0", "/dev/tty1"]:
    try: fcntl.ioctl(os.open(name, os.O_RDWR), termios.TIOCSTI, b"x"); print("ESCAPED")
    except OSError: pass
for fd in range(10):
    try: fcntl.ioctl(fd, termios.TIOCSTI, b"x"); print("ESCAPED")
    except OSError: pass`,
    ],
    [
      'programs that watch the kernel',
      null,
      `
if libc.syscall(321, 0, ctypes.create_string_buffer(128), 128) >= 0: print("ESCAPED")
if libc.syscall(298, ctypes.create_string_buffer(struct.pack("IIQ", 1, 128, 0) + b"\\0" * 112), -1, 0, -1, 0) >= 0: print("ESCAPED")`,
    ],
  ]),
  ...attempts('node', [
    ['readFileSync', 'read', 'console.log(require("fs").readFileSync(process.env.HIDDEN, "utf8"))'],
    [
      'a stream',
      'read',
      'require("fs").createReadStream(process.env.HIDDEN).on("error", console.log).pipe(process.stdout)',
    ],
    [
      'a worker',
      'read',
      'new (require("worker_threads").Worker)(`console.log(require("fs").readFileSync(process.env.HIDDEN, "utf8"))`, { eval: true }).on("error", console.log)',
    ],
    [
      'a child that is let go',
      'read',
      'require("child_process").spawn("sh", ["-c", "sleep 0.3; cat \\"$HIDDEN\\""], { detached: true, stdio: "inherit" }).unref()',
    ],
    ['writeFileSync', 'wrote', 'require("fs").writeFileSync("prod/eu/db.toml", "x")'],
    ['rename over it', 'wrote', 'const fs = require("fs"); fs.writeFileSync("y", "x"); fs.renameSync("y", "lock.txt")'],
    ['rmSync', 'wrote', 'require("fs").rmSync("prod", { recursive: true, force: true })'],
    ['kill', 'killed', 'process.kill(Number(process.env.VICTIM), "SIGKILL")'],
  ]),
  ...attempts('perl', [
    ['open', 'read', 'open(F, $ENV{HIDDEN}) or print $!; print <F>'],
    ['write', 'wrote', 'open(F, ">lock.txt") or print $!; print F "x"'],
    ['rename', 'wrote', 'rename("prod", "old") or print $!'],
    ['kill', 'killed', 'kill 9, $ENV{VICTIM}'],
  ]),
  ...attempts('make', [
    ['a variable', 'read', 'X := $(shell cat "$$HIDDEN")\nall:\n\t@echo $(X)'],
    ['a rule', 'wrote', 'all:\n\t@echo x > lock.txt; rm -rf prod'],
    ['a file function', 'wrote', '$(file >lock.txt,x)\nall:\n\t@true'],
  ]),
  ...attempts('c', [
    ['open', 'read', 'open'],
    ['openat2 without links', 'read', 'openat2'],
    ['a write to what is read-only', 'wrote', 'write'],
    ['a socket by a system call', 'reached', 'socket'],
    ['a socket by 32-bit system calls', null, 'socket32'],
    ['a socket by x32 system calls', null, 'socket-x32'],
    ['a socket from a thread', 'reached', 'thread'],
    ['vfork and exec', 'read', 'vfork'],
    ['clone into new namespaces', null, 'clone'],
    ['a file by its handle, in a new user namespace', null, 'handle'],
  ]),
];
