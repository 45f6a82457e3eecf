import { LAYERS, type Rule } from '../types/rule.ts';

/** Every rule in the order in which it is tried. `loaded` is in layer order and contains no runtime rules. */
export function inLayerOrder(loaded: readonly Rule[], session: readonly Rule[]): readonly Rule[] {
  const { before, after } = aroundSession(loaded);
  return [...before, ...session, ...after];
}

/** The layers that come before the session's own rules, and those after them. */
export function aroundSession(loaded: readonly Rule[]): {
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
} {
  const isBefore = ({ source }: Rule) => LAYERS.indexOf(source.layer) < LAYERS.indexOf('runtime');
  return { before: loaded.filter(isBefore), after: loaded.filter((rule) => !isBefore(rule)) };
}
