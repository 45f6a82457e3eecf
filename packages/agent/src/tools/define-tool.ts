import type { Access, Result, ToolCall } from '@caliban/calls';
import { fail, isRecord, ok } from '@caliban/calls/types';
import { z } from 'zod';
import { type JsonSchema, MalformedInput } from '../models/model.ts';
import { deepFreeze } from './deep-freeze.ts';
import { systemErrorText } from './files/system-error.ts';
import { describeIssues } from './input-issues.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';
import { failed } from './tool-output.ts';

export type ToolDefinition<Input extends z.ZodObject> = {
  readonly name: string;
  readonly description: string;
  readonly access: Access;
  /** A strict object: an unknown field is a misunderstanding, and the model is told so. */
  readonly input: Input;
  /** Alternative names of fields, such as `file_path` for `path`. The gate sees only ours. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly run: (input: z.output<Input>, call: ToolCall, context: ToolContext) => Promise<ToolOutput> | ToolOutput;
};

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, description, access, input: schema, aliases = {} } = definition;
  return {
    name,
    description,
    access,
    inputSchema: jsonSchema(schema),
    parse(input) {
      if (input instanceof MalformedInput) return fail('the input was not valid JSON; send the call again');
      try {
        return parseInput(schema, input, aliases);
      } catch {
        return fail('the input cannot be read; send a plain JSON object');
      }
    },
    async run(call, context) {
      context.signal.throwIfAborted();
      try {
        return await definition.run(call.input as z.output<Input>, call, context);
      } catch (error) {
        context.signal.throwIfAborted();
        return failed(systemErrorText(error));
      }
    },
  };
}

function jsonSchema(schema: z.ZodObject): JsonSchema {
  // The schema before defaults are applied, because that is what the model sends.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, additionalProperties: false };
}

function parseInput(
  schema: z.ZodObject,
  input: unknown,
  aliases: Readonly<Record<string, string>>,
): Result<unknown, string> {
  const named = withOurNames(input, aliases);
  if (!named.ok) return named;
  const parsed = schema.safeParse(named.value);
  if (!parsed.success) return fail(describeIssues(parsed.error.issues, Object.keys(schema.shape)));
  return ok(deepFreeze(parsed.data));
}

function withOurNames(input: unknown, aliases: Readonly<Record<string, string>>): Result<unknown, string> {
  if (!isRecord(input)) return ok(input);
  const fields = new Map(Object.entries(input));
  for (const [alias, name] of Object.entries(aliases)) {
    if (!fields.has(alias)) continue;
    const value = fields.get(alias);
    if (fields.has(name) && fields.get(name) !== value) {
      return fail(`\`${alias}\` and \`${name}\` say different things; give only \`${name}\``);
    }
    fields.delete(alias);
    fields.set(name, value);
  }
  return ok(Object.fromEntries(fields));
}
