/** The server behind the proxy, however it is reached. */
export interface Upstream {
  /** A line without its end. */
  send(line: string | Buffer): void;
  /** Resolves while the server keeps up; the client is not heard before. */
  ready(): Promise<void>;
  /** When it ended by itself: why, and with which exit code. */
  readonly ended: Promise<UpstreamEnd>;
  /** Asks it to end and sees to it; resolves with its exit code, or 0 where it had to be made to. */
  close(): Promise<number>;
}

export type UpstreamEnd = { readonly because: string; readonly exit: number };
