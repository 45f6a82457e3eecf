import { UsageError } from './args.ts';
import { closest } from './did-you-mean.ts';
import { ERROR_EXIT, USAGE_EXIT } from './exit-codes.ts';
import { HELP, PERMS_HELP } from './help.ts';
import type { Terminal } from './terminal.ts';

/** argv → command → exit code. Commands are loaded only when they are the one to run. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case undefined: {
      const { showBuiltInRules } = await import('./commands/welcome.ts');
      return showBuiltInRules(terminal);
    }
    case '--help':
    case '-h':
    case 'help':
      terminal.out(HELP);
      return 0;
    case '--version':
    case '-V': {
      const { version } = await import('./version.ts');
      terminal.out(`caliban ${version()}\n`);
      return 0;
    }
    case 'perms':
      return perms(rest, terminal);
    default:
      terminal.err(
        `caliban: there is no command \`${command}\`${closest(command, ['perms', 'help'])}; see \`caliban --help\`\n`,
      );
      return USAGE_EXIT;
  }
}

async function perms([verb, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  try {
    switch (verb) {
      case undefined:
      case '--help':
      case '-h':
        terminal.out(PERMS_HELP);
        return 0;
      case 'test': {
        const { test } = await import('./commands/perms/test.ts');
        return await test(rest, terminal);
      }
      case 'explain': {
        const { explain } = await import('./commands/perms/explain.ts');
        return await explain(rest, terminal);
      }
      default:
        throw new UsageError(
          `there is no \`perms ${verb}\`${closest(verb, ['test', 'explain'])}; see \`caliban perms --help\``,
        );
    }
  } catch (error) {
    const message =
      error instanceof UsageError ? error.message : `failed: ${error instanceof Error ? error.message : error}`;
    terminal.err(`caliban perms: ${message}\n`);
    return ERROR_EXIT;
  }
}
