import { LiveOutput } from '../process/live-output.ts';

/** Lines for the client, whole and in order. Once it has hung up there is nobody to write to. */
export class ClientOutput extends LiveOutput {
  /** As bytes, since what a server says is passed on to the letter. */
  readonly writeLine = (line: string | Buffer): void => this.write(Buffer.concat([Buffer.from(line), LINE_END]));
}

const LINE_END = Buffer.from('\n');
