import { formatText } from '../format-toml.ts';

/** Text as a TOML 1.0 string; half of a surrogate pair cannot be written. */
export function tomlString(text: string): string {
  return formatText(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
