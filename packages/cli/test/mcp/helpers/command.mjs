// `node command.mjs mcp-proxy …`: the compiled command with this process as its terminal.
import { readArgs } from '../../../dist/args.js';
import { MCP_PROMPT_TOOL, MCP_PROXY } from '../../../dist/command-table.js';
import { mcpPromptTool } from '../../../dist/commands/mcp-prompt-tool.js';
import { mcpProxy } from '../../../dist/commands/mcp-proxy.js';

const [name, ...argv] = process.argv.slice(2);
const [command, run] = name === 'mcp-proxy' ? [MCP_PROXY, mcpProxy] : [MCP_PROMPT_TOOL, mcpPromptTool];
process.exitCode = await run(readArgs(command, argv), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  drained: async () => {},
  readInput: async () => '',
  input: () => process.stdin,
  inputIsTerminal: false,
  isInteractive: false,
  interrupted: () => new AbortController().signal,
  cwd: process.cwd(),
  env: process.env,
  home: process.env.HOME,
  colours: false,
});
