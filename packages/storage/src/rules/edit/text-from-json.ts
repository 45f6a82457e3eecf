import type { Result } from '@caliban/calls';
import { fail, ok } from '@caliban/calls/types';
import type { LayerFiles } from '../../layers/locations.ts';
import { formatRuleFile } from '../format-toml.ts';
import { readLayer } from '../read/read-layer.ts';
import type { ReadingOptions } from '../read/read-rule-file.ts';
import type { FileNotice } from '../rule-file.ts';
import { toWritten } from '../written-rule.ts';

/** The JSON files of a layer as canonical TOML; empty if none of them apply. */
export function textFromJson(target: LayerFiles, options: ReadingOptions = {}): Result<string, readonly FileNotice[]> {
  const { reports } = readLayer(target, options);
  const json = reports.filter(({ file }) => file.endsWith('.json'));
  const errors = json.flatMap((report) => (report.state === 'failed' ? report.errors : []));
  if (errors.length > 0) return fail(errors);

  const contents = json.flatMap((report) => (report.state === 'loaded' ? [report.content] : []));
  const settings = Object.assign({}, ...contents.map((content) => content.settings));
  return ok(formatRuleFile(settings, contents.flatMap(({ rules }) => rules).map(toWritten)));
}
