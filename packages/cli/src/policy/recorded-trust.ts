import {
  formatNotice,
  type Locations,
  type ProjectRules,
  projectFingerprint,
  readProjectFiles,
  trustFileIn,
  trustOf,
} from '@caliban/storage';
import { type Unaccepted, wasTrusted } from '@caliban/storage/trust';
import { ConfigurationError } from '../command-line/problems.ts';

// Most projects have no files of ours, and most users no trust file: this is loaded only if there is something to read.

export function recordedAnswer(locations: Locations): ProjectRules | undefined {
  const fingerprint = projectFingerprint(readProjectFiles(locations));
  const answer = trustOf(trustFileIn(locations), { workspace: locations.workspace, fingerprint });
  if (!answer.ok) throw new ConfigurationError([formatNotice(answer.error)]);
  return answer.value ?? undefined;
}

export function contentNow(locations: Locations): Pick<Unaccepted, 'fingerprint' | 'isChanged'> {
  return {
    fingerprint: projectFingerprint(readProjectFiles(locations)),
    isChanged: wasTrusted(trustFileIn(locations), locations.workspace),
  };
}
