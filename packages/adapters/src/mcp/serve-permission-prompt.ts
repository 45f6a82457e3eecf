import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves it on standard input and output; resolves when the client has disconnected. */
export async function servePermissionPrompt(make: () => Server, warn: (message: string) => void): Promise<void> {
  const handle = serveStdio(make, {
    transport: new StdioServerTransport(),
    onerror: (error) => warn(error.message),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  await handle.close();
}
