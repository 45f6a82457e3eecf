/** The server behind the proxy, however it is connected. */
export interface Upstream {
  /** A line without its line end. */
  send(line: string | Buffer): void;
  /** Resolves while the server keeps up; until then reading from the client is paused. */
  ready(): Promise<void>;
  /** When it ended by itself: why, and with which exit code. */
  readonly ended: Promise<UpstreamEnd>;
  /** Asks it to end and makes sure that it does; resolves with its exit code, or 0 if it had to be killed. */
  close(): Promise<number>;
}

export type UpstreamEnd = { readonly because: string; readonly exit: number };
