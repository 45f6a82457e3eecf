import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolsServer } from './tools.mjs';

serveStdio(toolsServer);
