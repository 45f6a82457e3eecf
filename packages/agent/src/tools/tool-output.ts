import type { ToolOutput } from './tool.ts';

export function done(text: string, diff?: string): ToolOutput {
  return { text, isError: false, ...(diff === undefined || diff === '' ? {} : { diff }) };
}

export function failed(text: string): ToolOutput {
  return { text, isError: true };
}
