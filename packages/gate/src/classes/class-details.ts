import { CLASSES, type ClassName } from './class-names.ts';

/** What `perms classes NAME` shows. */
export type ClassDetails = {
  readonly name: ClassName;
  readonly description: string;
  /** What the class holds, one fact per line. */
  readonly holds: readonly string[];
  /** Calls of the class, as somebody would write them. */
  readonly examples: readonly string[];
};

export function classDetails(name: ClassName): ClassDetails {
  return { name, description: CLASSES[name].description, holds: [], examples: [] };
}
