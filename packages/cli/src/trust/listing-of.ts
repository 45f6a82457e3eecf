import type { ProjectListing, ProjectWant } from '@caliban/agent/session';
import { absolutePath } from '@caliban/calls';
import { liftedDenies } from '@caliban/gate/inspect';
import type { StartUp } from '../compose/start-up.ts';

/** What accepting this project's files means. */
export function listingOf(start: StartUp): ProjectListing {
  const { locations, projectAllows, projectAllowRules, projectAllowsShownBy } = start;
  const { rules, enforcedLayers } = start.settings;
  // Managed rules are tried before those of a project, and with `enforce` no other layer lifts a deny.
  const denies = rules.filter(
    ({ action, source: { layer } }) => action === 'deny' && layer === 'user' && !enforcedLayers.includes(layer),
  );
  const roots = { workspace: absolutePath(locations.workspace), home: absolutePath(locations.home) };
  return {
    workspace: locations.workspace,
    allows: projectAllows,
    allowsShownBy: projectAllowsShownBy,
    lifts: liftedDenies(projectAllowRules, denies, { roots }),
    wants: [...start.projectModes.map(modeWanted), ...start.withheld],
  };
}

function modeWanted({ value, file, line }: StartUp['projectModes'][number]): ProjectWant {
  const loss = value === 'acceptEdits' ? 'files are edited without asking' : 'it is looser than your own';
  return { what: `\`default_mode = "${value}"\` (${loss})`, file, line };
}
