import { type InputText, textsOfInput, withoutFileScheme } from '../describe/texts-of-input.ts';
import { TOOL_PROFILES } from '../describe/tool-profiles.ts';
import type { ToolCall } from '../types/tool-call.ts';

/** The texts in the input of an unknown tool, such as one of an MCP server, that may name a file; empty for any other tool. */
export function inputPaths(call: ToolCall): readonly string[] {
  return inputOf(call).paths;
}

/** There are more texts than are examined, so it isn't known which files it touches. */
export function holdsTooMuch(call: ToolCall): boolean {
  return inputOf(call).isCut;
}

type Input = { readonly paths: readonly string[]; readonly isCut: boolean };

function inputOf(call: ToolCall): Input {
  const known = KNOWN.get(call) ?? readInput(call);
  KNOWN.set(call, known);
  return known;
}

/** Every class of a list uses the same call. */
const KNOWN = new WeakMap<ToolCall, Input>();

function readInput({ tool, input }: ToolCall): Input {
  if (TOOL_PROFILES.has(tool)) return { paths: [], isCut: false };
  const { texts, isCut } = textsOfInput(input, MAX_VALUES);
  const paths = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const one of texts) {
    if (!mayNameFile(one)) continue;
    const path = withoutFileScheme(one.text.trim());
    if (paths.has(path)) continue;
    left -= path.length;
    if (paths.size === MAX_PATHS || left < 0) return { paths: [...paths], isCut: true };
    paths.add(path);
  }
  return { paths: [...paths], isCut };
}

const MAX_VALUES = 20_000;

/** Every path is resolved. */
const MAX_PATHS = 1000;

const MAX_CHARACTERS = 128 * 1024;

/** As far as its host or its name shows. */
export function writesFiles({ tool, access }: ToolCall): boolean {
  return access === 'edit' || (access !== 'read' && WRITES.test(tool.slice(tool.lastIndexOf('__') + 1)));
}

const WRITES =
  /(?:^|[_-])(?:write|edit|create|append|insert|replace|update|modify|save|put|patch|apply|move|rename|copy|delete|remove)/i;

function mayNameFile({ key, text }: InputText): boolean {
  const path = text.trim();
  if (path === '' || path.length > MAX_PATH_LENGTH || /[\n\r]/.test(path) || ELSEWHERE.test(path)) return false;
  if (HOLDS_TEXT.test(key) || LEFT_OUT.test(key)) return false;
  return path.includes('/') || !LOOKED_FOR.test(key);
}

/** No system opens a longer path. */
export const MAX_PATH_LENGTH = 4096;

/** A URL with another scheme isn't a file on this machine. */
const ELSEWHERE = /^(?!file:)[a-z][a-z\d+.-]*:\/\//i;

/** Keys of text that is written, said or asked: there `.env` is just a word, as in a line for `.gitignore`. */
const HOLDS_TEXT =
  /(?:content|text|body|message|prompt|title|description|comment|summary|question|old_?string|new_?string)s?$/i;

const LEFT_OUT = /exclude|ignore/i;

/** Without a directory it is a search text. */
const LOOKED_FOR = /(?:query|pattern|regexp?|search|^q)s?$/i;
