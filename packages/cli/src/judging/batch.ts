import { resolve } from 'node:path';
import { TOOL_PROFILES } from '@caliban/calls';
import { ambiguousNumberAmong, ambiguousNumberProblem } from '@caliban/calls/text';
import { isRecord } from '@caliban/calls/types';
import { readAction } from '@caliban/gate/types';
import type { Args } from '../command-line/args.ts';
import { UsageError } from '../command-line/problems.ts';
import { type VerdictJson, verdictJson } from '../output/verdict-json.ts';
import type { Where } from '../paths/locations-at.ts';
import { refuseMissingWorkspace } from '../paths/refuse-missing-workspace.ts';
import { workspaceContextAt } from '../paths/workspace-context.ts';
import { type Policy, policyAt, policyOfRules } from '../policy/policy.ts';
import { readMode } from '../policy/read-mode.ts';
import type { Terminal } from '../process/terminal.ts';
import { type GivenRule, givenRule } from '../rules/given-rule.ts';
import { callInput } from './call-request.ts';
import { modeNote } from './judge-by-book.ts';
import { judgeRequest } from './judge-request.ts';

/** `note`: the call was judged in another mode than the requested one. */
export type BatchAnswer =
  | ({ readonly id?: unknown; readonly note?: string } & VerdictJson)
  | { readonly id?: unknown; readonly error: string };

/** Judges line by line; the files of a workspace are read once. */
export class Batch {
  readonly #args: Args;
  readonly #terminal: Terminal;
  readonly #policies = new Map<string, Promise<Policy>>();

  constructor(args: Args, terminal: Terminal) {
    this.#args = args;
    this.#terminal = terminal;
  }

  /** One line in, one line out: a line that can't be judged gives an error and stops nothing. */
  async judge(line: string): Promise<BatchAnswer> {
    let named: { readonly id?: unknown } = {};
    try {
      const asked = readObject(line);
      if ('id' in asked) named = { id: asked.id };
      const tool = readText(asked, 'tool') ?? missing('tool');
      const request = { tool, input: readInput(tool, asked.input) };
      const where = {
        workspace: readText(asked, 'workspace') ?? this.#args.text('workspace'),
        cwd: readText(asked, 'cwd'),
      };
      const given = readRules(asked.rules);
      // A line with its own rules reads no files, so its place needn't exist here.
      if (given === null) this.#refuseMissing(readText(asked, 'workspace'), where.cwd);
      const mode = readText(asked, 'mode');
      const found =
        given === null ? await this.#policyAt(where) : policyOfRules(given.map(givenRule), this.#args, this.#terminal);
      const policy = mode === undefined ? found : { ...found, mode: readMode(mode) };
      const judged = await judgeRequest({ request, policy, ...workspaceContextAt(where, this.#terminal) });
      const note = modeNote(judged, policy.mode);
      const verdict = verdictJson(judged.verdict, { defaults: !this.#args.isSet('no-defaults') });
      return { ...named, ...verdict, ...(note === null ? {} : { note }) };
    } catch (error) {
      return { ...named, error: error instanceof Error ? error.message : String(error) };
    }
  }

  #refuseMissing(workspace: string | undefined, cwd = '.'): void {
    const here = { cwd: resolve(this.#terminal.cwd, cwd) };
    if (workspace !== undefined) refuseMissingWorkspace(workspace, { ...here, called: '`workspace`' });
    else if (this.#args.text('rules') === undefined) refuseMissingWorkspace(this.#args.text('workspace'), here);
  }

  #policyAt(where: Where): Promise<Policy> {
    const key = JSON.stringify([where.workspace, where.cwd]);
    const known = this.#policies.get(key) ?? policyAt(where, this.#args, this.#terminal);
    this.#policies.set(key, known);
    return known;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readObject(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UsageError('the line is not JSON');
  }
  if (!isRecord(value)) throw new UsageError('the line is not a JSON object');
  return value;
}

function readInput(tool: string, input: unknown): unknown {
  if (typeof input === 'string') return isTyped(tool, input) ? callInput(tool, input) : input;
  const ambiguous = ambiguousNumberAmong(input);
  if (ambiguous !== null) throw new UsageError(ambiguousNumberProblem(ambiguous));
  return input;
}

/** As on the command line; with another tool it is a call, whatever the input. */
function isTyped(tool: string, input: string): boolean {
  return TOOL_PROFILES.get(tool)?.argument?.field !== undefined || input.trimStart().startsWith('{');
}

function readText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === 'string') return value;
  throw new UsageError(`\`${key}\` must be a string`);
}

function missing(key: string): never {
  throw new UsageError(`\`${key}\` is missing`);
}

/** Null: the line has no rules of its own. */
function readRules(value: unknown): readonly GivenRule[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value)) throw new UsageError('`rules` must be an array');
  return value.map((rule: unknown, index) => {
    const { pattern, action, reason } = (rule ?? {}) as Fields;
    if (typeof pattern !== 'string') throw new UsageError(`rules[${index}]: \`pattern\` must be a string`);
    const said = typeof action === 'string' ? readAction(action) : null;
    if (said === null)
      throw new UsageError(`rules[${index}]: unknown action \`${action}\`; expected allow, deny or ask`);
    return { pattern, action: said, ...(typeof reason === 'string' ? { reason } : {}) };
  });
}
