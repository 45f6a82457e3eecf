import { visible } from '@caliban/calls/text';
import { formatPattern } from '../pattern/format-pattern.ts';
import { LAYERS, type Rule } from '../types/rule.ts';
import { shellQuote } from './shell-quote.ts';

/** How the reader of the message can allow it: with a flag of the next run, or with a rule if another agent makes the calls. */
export type Remedy = 'flag' | 'rule';

/** Where an allow would be put: among the flags, or in the file of a scope. */
export type AllowPlace =
  | { readonly layer: 'cli'; readonly at: 'bottom' | 'top' }
  | { readonly layer: FileLayer; readonly at: 'bottom' | 'top' | { readonly before: Rule } };

type FileLayer = 'local' | 'project' | 'user';

/** Where an allow may precede the rule that asks, the most likely place first. */
export function placesAgainst(rule: Rule | undefined, remedy: Remedy): readonly AllowPlace[] {
  const layer = rule?.source.layer;
  if (remedy === 'flag') return [{ layer: 'cli', at: layer === 'cli' ? 'top' : 'bottom' }];
  if (rule === undefined || !isFileLayer(layer)) return PLACES_FOR_ANY[remedy];
  const besideIt: readonly AllowPlace[] = [
    { layer, at: { before: rule } },
    { layer, at: 'top' },
  ];
  return layer === 'user'
    ? [{ layer: 'project', at: 'bottom' }, ...besideIt]
    : [...besideIt, { layer: 'local', at: 'bottom' }, { layer: 'local', at: 'top' }];
}

/** Where an allow precedes nothing in its own file. */
export const PLACES_FOR_ANY: Readonly<Record<Remedy, readonly AllowPlace[]>> = {
  flag: [{ layer: 'cli', at: 'bottom' }],
  rule: [
    { layer: 'project', at: 'bottom' },
    { layer: 'user', at: 'bottom' },
  ],
};

function isFileLayer(layer: Rule['source']['layer'] | undefined): layer is FileLayer {
  return layer === 'local' || layer === 'project' || layer === 'user';
}

/** The index that a rule would get among all rules that apply; null if it can't be put there. */
export function indexAt({ layer, at }: AllowPlace, rules: readonly Rule[]): number | null {
  if (at === 'bottom') return firstIndex(rules, ({ source }) => orderOf(source.layer) > orderOf(layer)) ?? rules.length;
  if (layer === 'cli')
    return firstIndex(rules, ({ source }) => orderOf(source.layer) >= orderOf(layer)) ?? rules.length;
  const isBeside = (rule: Rule) => rule.source.layer === layer && isWhereRulesAreAdded(rule);
  if (at === 'top') return firstIndex(rules, isBeside);
  const pattern = formatPattern(at.before.pattern);
  return firstIndex(rules, (rule) => isBeside(rule) && formatPattern(rule.pattern) === pattern);
}

/** `settings.toml` and drop-ins contain rules too, but none is ever added to them. */
function isWhereRulesAreAdded({ source: { file } }: Rule): boolean {
  return file !== undefined && /(?:^|[\\/])permissions(?:\.local)?\.toml$/.test(file);
}

function firstIndex(rules: readonly Rule[], isMeant: (rule: Rule) => boolean): number | null {
  const index = rules.findIndex(isMeant);
  return index === -1 ? null : index;
}

function orderOf(layer: Rule['source']['layer']): number {
  return LAYERS.indexOf(layer);
}

/** The text to paste; null if it is too long or has invisible characters, so that pasting wouldn't give what is shown. */
export function allowText(pattern: string, { layer, at }: AllowPlace): string | null {
  const before = typeof at === 'string' ? '' : formatPattern(at.before.pattern);
  if (![pattern, before].every(isShown)) return null;
  if (layer === 'cli') return `--allow ${shellQuote(pattern)}`;
  const scope = layer === 'project' ? '' : ` --scope ${layer}`;
  const place = at === 'bottom' ? '' : at === 'top' ? ' --at top' : ` --at before ${shellQuote(before)}`;
  return `caliban perms add ${shellQuote(pattern)} allow${scope}${place}`;
}

function isShown(pattern: string): boolean {
  const onOneLine = pattern.replaceAll(/[\n\t]/g, ' ');
  return pattern.length <= MAX_LENGTH && visible(onOneLine) === onOneLine;
}

const MAX_LENGTH = 2000;
