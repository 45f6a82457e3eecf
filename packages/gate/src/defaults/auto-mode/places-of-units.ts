import { afterSteps } from '../../text/path.ts';
import type { AbsolutePath } from '../../types/absolute-path.ts';
import type { CommandLine, Unit } from '../../types/command-line.ts';
import type { Surroundings } from '../../types/tool-call.ts';
import { expandHome } from './expand-home.ts';

/** Where the shell may stand. */
export type Places = readonly AbsolutePath[];

export function startOf({ workspace, cwd = workspace }: Surroundings): Places {
  return [cwd];
}

/** Everywhere that some command of the line may run; null when that cannot be known. */
export function everyPlaceOf({ units }: CommandLine, surroundings: Surroundings): Places | null {
  const start = startOf(surroundings);
  const places = new Set<AbsolutePath>(start);
  for (const { directories } of units) {
    if (directories === null) return null;
    for (const place of reached(directories, start, surroundings)) places.add(place);
    if (places.size > MOST_PLACES) return null;
  }
  return [...places];
}

/**
 * Where each command of the line may run, to recognise a danger: where the grammar lost track, anywhere that a `cd` before it
 * names. `start`: where the line itself may start.
 */
export function placesOfUnits({ units }: CommandLine, start: Places, surroundings: Surroundings): readonly Places[] {
  let named = start;
  return units.map((unit) => {
    const { directories } = unit;
    const places = directories === null ? named : reached(directories, start, surroundings);
    const step = stepOf(unit);
    if (step !== null) {
      const moved = reached([[step]], named, surroundings).filter((place) => place.length <= LONGEST_PLACE);
      named = distinct([...moved, ...named]);
    }
    return places;
  });
}

/** Whoever moves about more often than this is looked at in the last places only. */
const MOST_PLACES = 8;

/** Nobody keeps anything deeper down, and a model chooses how often it goes further. */
const LONGEST_PLACE = 256;

function reached(chains: readonly (readonly string[])[], start: Places, { home }: Surroundings): Places {
  return distinct(start.flatMap((base) => chains.map((steps) => afterSteps(steps, base, home))));
}

function distinct(places: Places): Places {
  return places.length < 2 ? places : [...new Set(places)].slice(0, MOST_PLACES);
}

function stepOf({ plain }: Unit): string | null {
  const [, operand] = /^(?:(?:command|builtin) )?(?:cd|pushd)(?: -[\w@-]+)*(?: (.+))?$/s.exec(plain) ?? ['', null];
  return operand === null ? null : expandHome(operand ?? '~');
}
