import { readdirSync, readFileSync } from 'node:fs';
import type { HostName } from '../../src/hosts/registry.ts';

/** A payload as the host sends it, written down from its protocol. */
export function recorded(host: HostName, name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../recorded/${host}/${name}.json`, import.meta.url), 'utf8'));
}

export function recordedNames(host: HostName): readonly string[] {
  return readdirSync(new URL(`../recorded/${host}/`, import.meta.url)).map((file) => file.replace(/\.json$/, ''));
}
