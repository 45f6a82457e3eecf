import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { exampleServer } from './example-server.mjs';

serveStdio(exampleServer);
