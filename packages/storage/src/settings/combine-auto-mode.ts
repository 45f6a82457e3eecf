import type { Pattern } from '@caliban/gate';
import type { StaticList } from '@caliban/gate/classify';
import type { ProjectRules } from '../rules/rule-file.ts';
import type { AutoModeEntry, AutoModeFile } from './parse-auto-mode-file.ts';

/** The entries of the files, with `$defaults.…` expanded, without duplicates. */
export type AutoModeList<Class> = { readonly patterns: readonly Pattern[]; readonly classes: readonly Class[] };

export type AutoModeLists<Class> = {
  readonly lists: Readonly<Record<StaticList, AutoModeList<Class>>>;
  /** Lines for the classifier's prompt. */
  readonly environment: readonly string[];
  /** Some file switches auto mode off; no file can switch it on again. */
  readonly isSwitchedOff: boolean;
};

export type CombineOptions<Class> = {
  /** The curated lists. */
  readonly defaults: Readonly<Record<StaticList, readonly Class[]>>;
  /** `tighten-only`: a project's file may only deny. */
  readonly projectRules?: ProjectRules | undefined;
};

/**
 * The operator's own file replaces the default lists it mentions; lists it doesn't mention keep their defaults. Managed and
 * project files only add, and the deny lists are checked before `allow`: so a project can allow only what no one denies.
 */
export function combineAutoMode<Class>(
  files: readonly AutoModeFile[],
  { defaults, projectRules = 'use' }: CombineOptions<Class>,
): AutoModeLists<Class> {
  const counting = files.some(isOwn) ? files : [NO_FILE, ...files];
  const mayLoosen = (file: AutoModeFile) => file.layer !== 'project' || projectRules === 'use';
  const combined = (list: StaticList) => {
    const heard = list === 'allow' ? counting.filter(mayLoosen) : counting;
    const entries = heard.flatMap((file) => file.lists[list] ?? (isOwn(file) ? [defaultsOf(list)] : []));
    return resolve(entries, defaults);
  };
  return {
    lists: { hard_deny: combined('hard_deny'), soft_deny: combined('soft_deny'), allow: combined('allow') },
    environment: counting.filter(mayLoosen).flatMap(({ environment }) => environment),
    isSwitchedOff: files.some((file) => file.isSwitchedOff === true),
  };
}

const NO_FILE: AutoModeFile = { file: '', layer: 'user', lists: {}, environment: [], warnings: [] };

function isOwn({ layer }: AutoModeFile): boolean {
  return layer === 'user' || layer === 'cli';
}

function defaultsOf(list: StaticList): AutoModeEntry {
  return { kind: 'defaults', list, source: { layer: 'builtin' } };
}

function resolve<Class>(
  entries: readonly AutoModeEntry[],
  defaults: CombineOptions<Class>['defaults'],
): AutoModeList<Class> {
  const classes = entries.flatMap((entry) => (entry.kind === 'defaults' ? defaults[entry.list] : []));
  return {
    patterns: entries.flatMap((entry) => (entry.kind === 'pattern' ? [entry.pattern] : [])),
    classes: [...new Set(classes)],
  };
}
