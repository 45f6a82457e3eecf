import { DEFAULT_RULES, type Finding, type Layer } from '@caliban/gate';
import { type FileNotice, type FileReport, type Locations, loadRules } from '@caliban/storage';
import { LEGACY_FORMS, loadedFiles } from '@caliban/storage/rules';
import { findingJson } from '../output/finding-json.ts';
import type { Terminal } from '../process/terminal.ts';
import { secretNotices } from '../sandbox/secret-notices.ts';
import { failing } from './advice.ts';
import { lintPolicy } from './lint-policy.ts';

/** A finding of `perms lint`; findings about rules have further fields. */
export type Complaint = {
  readonly kind: 'load-error' | 'file-warning' | 'legacy-form' | 'failing-test' | 'unsent-secret' | Finding['kind'];
  readonly severity: Finding['severity'];
  readonly layer: Layer | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
};

export type Complaints = {
  readonly complaints: readonly Complaint[];
  /** The files that were checked. */
  readonly files: readonly { readonly layer: Layer; readonly rules: number }[];
};

/** File by file in the order in which they are tried. Files that load are checked even if others don't. */
export async function complaintsAbout(locations: Locations, terminal: Terminal): Promise<Complaints> {
  const loaded = await loadRules(locations, { unanswered: 'use' });
  const { policy, warnings, files: reports } = loaded;
  const files = loadedFiles(reports);
  const inForce = policy.ok
    ? policy.value
    : { rules: [...files.flatMap((file) => file.rules), ...DEFAULT_RULES], enforcedLayers: [], settings: {} };
  const findings = lintPolicy(inForce, locations, terminal.home);
  const failures = await failing(loaded, { locations, answer: undefined, terminal });
  const secrets = await secretNotices(inForce.rules, locations);
  const layerOf = new Map(reports.map(({ file, layer }) => [file, layer]));
  const order = reports.map(({ file }) => file);
  const complaints = [
    ...reports.flatMap(loadErrors),
    ...warnings.map((warning) => aboutFile('file-warning', 'warning', warning, layerOf.get(warning.file))),
    ...failures.map((failure) => aboutFile('failing-test', 'error', failure, layerOf.get(failure.file))),
    ...reports.flatMap(legacyForms),
    ...secrets.map((notice) => aboutFile('unsent-secret', 'warning', notice, layerOf.get(notice.file))),
    // A reason without a deny is already a warning of the file.
    ...findings.filter(({ kind }) => kind !== 'reason-without-deny').map(aboutRule),
  ];
  return {
    complaints: complaints.sort(
      (one, other) =>
        order.indexOf(one.file ?? '') - order.indexOf(other.file ?? '') || (one.line ?? 0) - (other.line ?? 0),
    ),
    files: reports.flatMap((report) =>
      report.state === 'loaded' ? [{ layer: report.layer, rules: report.content.rules.length }] : [],
    ),
  };
}

function loadErrors(report: FileReport): readonly Complaint[] {
  if (report.state !== 'failed') return [];
  return report.errors.map((error) => aboutFile('load-error', 'error', error, report.layer));
}

function legacyForms(report: FileReport): readonly Complaint[] {
  if (report.state !== 'loaded') return [];
  return report.content.legacyForms.map((form) => {
    const { title, readUntil } = LEGACY_FORMS[form];
    const message = `${title} load until version ${readUntil.major}.${readUntil.minor}; any \`caliban perms add\` to this scope rewrites them`;
    return aboutFile('legacy-form', 'warning', { file: report.file, message }, report.layer);
  });
}

function aboutFile(
  kind: Complaint['kind'],
  severity: Complaint['severity'],
  { file, line, column, message }: FileNotice,
  layer: Layer | undefined,
): Complaint {
  return { kind, severity, layer, file, line, column, message };
}

function aboutRule(finding: Finding): Complaint {
  const { kind, severity, message, rule } = finding;
  const { layer, file, line } = rule.source;
  return { ...findingJson(finding), kind, severity, layer, file, line, message };
}

const HINTS: ReadonlySet<Complaint['kind']> = new Set([
  ...(['deny-dodge', 'unchecked', 'needs-arguments', 'half-protected', 'looks-like-regex'] as const),
]);

/** Worth knowing about a rule that works exactly as written. */
export function isHint({ kind }: Complaint): boolean {
  return HINTS.has(kind);
}
