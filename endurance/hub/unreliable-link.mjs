import { connect, createServer } from 'node:net';

/** A TCP connection to a port that can be cut, or go silent, at any moment. */
export async function unreliableLink(port) {
  const links = new Set();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const link = { near, far };
    links.add(link);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', (chunk) => link.isSilent || to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        // A half-open connection: the other end never hears of it.
        if (!link.isSilent) to.destroy();
        links.delete(link);
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut: () => each(links, ({ near, far }) => [near, far].map((end) => end.destroy())),
    silence: () =>
      each(links, (link) => {
        link.isSilent = true;
        setTimeout(() => [link.near, link.far].map((end) => end.destroy()), 3_000);
      }),
    close() {
      each(links, ({ near, far }) => [near, far].map((end) => end.destroy()));
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function each(links, action) {
  for (const link of [...links]) action(link);
}
