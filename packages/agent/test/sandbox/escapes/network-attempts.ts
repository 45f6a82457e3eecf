import { attempts } from './attempt.ts';

export const NETWORK_ATTEMPTS = [
  ...attempts('bash', [
    ['/dev/tcp of bash', 'reached', 'exec 3<>"/dev/tcp/127.0.0.1/$PORT"; echo x >&3'],
    ['/dev/udp of bash', 'reached', 'echo x > "/dev/udp/127.0.0.1/$PORT"; sleep 0.1'],
    ['curl', 'reached', 'curl -s "http://127.0.0.1:$PORT/"'],
    ['curl to a name', 'reached', 'curl -s "http://localhost:$PORT/"'],
    ['curl to a socket', 'reached', 'curl -s --unix-socket "$SOCKET" http://x/'],
    [
      'the socket of an agent for keys',
      'reached',
      'SSH_AUTH_SOCK="$SOCKET" ssh-add -l || curl -s --unix-socket "$SOCKET" http://x/',
    ],
    ['the socket of docker', 'reached', 'curl -s --unix-socket "$SOCKET" http://x/containers/json'],
    ['socat', 'reached', 'socat - "UNIX-CONNECT:$SOCKET" </dev/null || curl -s --unix-socket "$SOCKET" http://x/'],
    [
      'a connection by a background job that waits for the end of its shell',
      'reached',
      '(sleep 0.3; exec 3<>"/dev/tcp/127.0.0.1/$PORT") & exit 0',
    ],
  ]),
  ...attempts('python', [
    [
      'a connection',
      'reached',
      `nothing_but_error(lambda: socket.create_connection(("127.0.0.1", int(E["PORT"])), 2))`,
    ],
    [
      'a connection by IPv6 to IPv4',
      'reached',
      `s = socket.socket(socket.AF_INET6); nothing_but_error(lambda: s.connect(("::ffff:127.0.0.1", int(E["PORT"]))))`,
    ],
    [
      'a datagram',
      'reached',
      `nothing_but_error(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(E["PORT"])))); time.sleep(0.1)`,
    ],
    ['a session bus', 'reached', `nothing_but_error(lambda: socket.socket(socket.AF_UNIX).connect(E["SOCKET"]))`],
    [
      'an abstract socket, as of a screen',
      'reached',
      `nothing_but_error(lambda: socket.socket(socket.AF_UNIX).connect(("\\0" + E["ABSTRACT"]).ljust(108, "\\0")))`,
    ],
    [
      'a socket through a link',
      'reached',
      `os.symlink(E["SOCKET"], "s"); nothing_but_error(lambda: socket.socket(socket.AF_UNIX).connect("s"))`,
    ],
    [
      'sockets of odd families',
      null,
      `
for family in [1, 9, 17, 29, 31, 38, 40, 44]:
    for kind in [1, 2, 3, 5]:
        if libc.socket(family, kind, 0) >= 0: print("ESCAPED", family, kind)`,
    ],
    [
      'one of a pair of sockets, connected anew',
      null,
      `
one, other = socket.socketpair()
nothing_but_error(lambda: one.connect(E["SOCKET"]))
one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
nothing_but_error(lambda: one.connect(E["SOCKET"]))
nothing_but_error(lambda: one.sendto(b"x", E["SOCKET"]))`,
    ],
  ]),
  ...attempts('node', [
    ['fetch', 'reached', 'fetch(`http://127.0.0.1:${process.env.PORT}/`).catch((error) => console.log(error.message))'],
    ['a connection', 'reached', 'require("net").connect(process.env.PORT, "127.0.0.1").on("error", console.log)'],
    ['a socket', 'reached', 'require("net").connect(process.env.SOCKET).on("error", console.log)'],
    ['an abstract socket', 'reached', 'require("net").connect("\\0" + process.env.ABSTRACT).on("error", console.log)'],
  ]),
  ...attempts('perl', [
    [
      'a connection',
      'reached',
      'use IO::Socket::INET; IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ENV{PORT}") or print $!',
    ],
    [
      'a socket',
      'reached',
      'use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0) or print $!; connect(S, pack_sockaddr_un($ENV{SOCKET})) or print $!',
    ],
  ]),
  ...attempts('make', [['a connection', 'reached', 'SHELL = /bin/bash\nall:\n\texec 3<>/dev/tcp/127.0.0.1/$(PORT)']]),
];

/** With all of the network: programs outside that listen on this machine's sockets stay out of reach. */
export const SOCKET_ATTEMPTS = [
  ...attempts(
    'bash',
    [['curl to a socket, with a network', 'reached', 'curl -s --unix-socket "$SOCKET" http://x/']],
    'all',
  ),
  ...attempts(
    'python',
    [
      [
        'a session bus, with a network',
        'reached',
        `nothing_but_error(lambda: socket.socket(socket.AF_UNIX).connect(E["SOCKET"]))`,
      ],
      [
        'an abstract socket, with a network',
        'reached',
        `nothing_but_error(lambda: socket.socket(socket.AF_UNIX).connect(("\\0" + E["ABSTRACT"]).ljust(108, "\\0")))`,
      ],
    ],
    'all',
  ),
];
