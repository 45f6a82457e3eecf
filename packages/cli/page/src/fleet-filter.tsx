import { createContext, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { FleetNames } from './types.ts';
import { useEvery, useLoad } from './use-load.ts';

/** A part of the fleet, as the server is asked for it. Empty: all of it, or one machine. */
export type FleetFilter = { readonly [Name in 'team' | 'project' | 'agent']?: string };

export const Filter = createContext<FleetFilter>({});

export function useFilter(): FleetFilter {
  return useContext(Filter);
}

const AGAIN_MS = 60_000;

type FilterBarProps = { readonly filter: FleetFilter; readonly onChange: (filter: FleetFilter) => void };

/** The same for all views of a hub. */
export function FilterBar({ filter, onChange }: FilterBarProps): JSX.Element {
  const { state, again } = useLoad<FleetNames>('/api/page/names');
  useEvery(AGAIN_MS, again);
  const names = state.kind === 'loaded' ? state.body : { teams: [], projects: [], agents: [] };
  const set = (name: keyof FleetFilter, value: string) => {
    const { [name]: _, ...others } = filter;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <search class="filter" aria-label="Part of the fleet">
      <label>
        Team
        <select value={filter.team ?? ''} onChange={({ currentTarget }) => set('team', currentTarget.value)}>
          <option value="">all</option>
          {withChosen(names.teams, filter.team).map((team) => (
            <option key={team} value={team}>
              {team}
            </option>
          ))}
        </select>
      </label>
      <Named label="Project" names={names.projects} value={filter.project} set={(value) => set('project', value)} />
      <Named label="Agent" names={names.agents} value={filter.agent} set={(value) => set('agent', value)} />
      <button type="button" class="quiet" disabled={Object.keys(filter).length === 0} onClick={() => onChange({})}>
        Clear
      </button>
    </search>
  );
}

type NamedProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string | undefined;
  readonly set: (value: string) => void;
};

/** There may be thousands of them, so a name is typed. */
function Named({ label, names, value = '', set }: NamedProps) {
  const list = `names-of-${label}`;
  return (
    <label>
      {label}
      <input
        key={value}
        class="text"
        list={list}
        placeholder="all"
        spellcheck={false}
        defaultValue={value}
        onChange={({ currentTarget }) => set(currentTarget.value.trim())}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function withChosen(names: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || names.includes(chosen) ? names : [...names, chosen];
}
