import { toolTable } from '../../agent/report.mjs';
import { machine } from '../machine.mjs';

/** The gate's share of a call in a whole session. */
export function sessionSection(results) {
  const { size } = results;
  return {
    title: 'A session',
    charts: [],
    text: [
      `${machine(results)}. One session of the built program: ${size.turns.toLocaleString('en-US')} turns of a scripted model with a call each, ${size.rules.toLocaleString('en-US')} rules of which none matches, so that every call passes them all. Whole call: parsed, described, judged, logged, run. Deciding: the gate without its log line. Wall-clock times; the last column is what carries over.`,
      toolTable(results),
    ],
  };
}
