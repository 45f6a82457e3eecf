import type { AgentSettings, TuiSettings } from '../settings.ts';
import type { TableReader } from '../table-reader.ts';
import { BOOLEAN, oneOf, TEXT, whole } from '../value-kinds.ts';

/** `[agent]` */
export function readAgent(reader: TableReader): AgentSettings {
  const maxTurns = reader.sourced('max_turns', whole(1, 100_000));
  const maxOutputChars = reader.sourced('max_output_chars', whole(256, 10_000_000));
  const contextTokens = reader.sourced('context_tokens', whole(1_000, 100_000_000));
  const systemPromptAppend = reader.sourced('system_prompt_append', TEXT);
  const trustProjectSettings = reader.sourced('trust_project_settings', BOOLEAN);
  reader.end();
  return {
    ...(maxTurns && { maxTurns }),
    ...(maxOutputChars && { maxOutputChars }),
    ...(contextTokens && { contextTokens }),
    ...(systemPromptAppend && { systemPromptAppend }),
    ...(trustProjectSettings && { trustProjectSettings }),
  };
}

/** `[tui]` */
export function readTui(reader: TableReader): TuiSettings {
  const theme = reader.sourced('theme', oneOf('auto', 'dark', 'light'));
  const bell = reader.sourced('bell', BOOLEAN);
  reader.end();
  return { ...(theme && { theme }), ...(bell && { bell }) };
}
