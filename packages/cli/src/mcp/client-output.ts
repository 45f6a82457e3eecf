import { LiveOutput } from '../process/live-output.ts';

/** Lines for the client, whole and in order. After it disconnects, they are dropped. */
export class ClientOutput extends LiveOutput {
  /** As bytes, because the server's messages are passed on unchanged. */
  readonly writeLine = (line: string | Buffer): void => this.write(Buffer.concat([Buffer.from(line), LINE_END]));
}

const LINE_END = Buffer.from('\n');
