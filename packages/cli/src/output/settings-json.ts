import type { FileReport } from '@caliban/storage';
import type { Settings } from '../policy/settings.ts';
import { ruleJson } from './rule-json.ts';

/** The resolved settings for programs. */
export function settingsJson(settings: Settings): object {
  const { rules, files, ...others } = settings;
  return {
    ...others,
    rules: rules.map((rule, index) => ({ index: index + 1, ...ruleJson(rule) })),
    files: files.map(fileJson),
  };
}

export function fileJson(report: FileReport): object {
  const { file, layer, state } = report;
  switch (report.state) {
    case 'loaded':
      return { file, layer, state, rules: report.content.rules.length, legacy: report.content.legacyForms };
    case 'missing':
      return { file, layer, state };
    case 'ignored':
      return { file, layer, state, why: report.why };
    case 'failed':
      return { file, layer, state, errors: report.errors };
  }
}
