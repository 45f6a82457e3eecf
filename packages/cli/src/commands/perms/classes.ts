import { CLASS_NAMES, type ClassDetails, type ClassName, classDetails, isClassName } from '@caliban/calls/classes';
import { didYouMean, visible } from '@caliban/calls/text';
import type { Args } from '../../command-line/args.ts';
import { UsageError } from '../../command-line/problems.ts';
import { inColumns } from '../../output/columns.ts';
import { jsonText } from '../../output/json.ts';
import { fitted } from '../../output/wrapped.ts';
import type { Terminal } from '../../process/terminal.ts';

/** `perms classes`: the classes that a rule can name as `@class`; with a name, the contents of that class. */
export async function classes(args: Args, terminal: Terminal): Promise<number> {
  const [written, surplus] = args.operands;
  if (surplus !== undefined) throw new UsageError(`\`${visible(surplus)}\` is one argument too many; name one class`);
  if (written === undefined) {
    const all = CLASS_NAMES.map(classDetails);
    if (args.isSet('json')) terminal.out(jsonText({ classes: all.map(classJson) }));
    else
      for (const line of inColumns(all.map(({ name, description }) => [`@${name}`, description])))
        terminal.out(`${fitted(line, terminal)}\n`);
    return 0;
  }
  const details = classDetails(readName(written));
  terminal.out(args.isSet('json') ? jsonText(classJson(details)) : fitted(detailsText(details), terminal));
  return 0;
}

function readName(written: string): ClassName {
  const name = written.startsWith('@') ? written.slice(1) : written;
  if (isClassName(name)) return name;
  throw new UsageError(
    `no class is called \`${visible(written)}\`${didYouMean(name, CLASS_NAMES)}; \`caliban perms classes\` lists them`,
  );
}

function classJson({ name, ...rest }: ClassDetails) {
  return { name: `@${name}`, ...rest };
}

function detailsText({ name, description, holds, examples, spares }: ClassDetails): string {
  return [
    `@${name}: ${description}`,
    ...section('holds', holds),
    ...section('for example', examples),
    ...section('but not', spares),
    '',
    `in a rule: caliban perms add '@${name}' ${name === 'read-only' ? 'allow' : 'deny'}`,
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${visible(line)}`)];
}
