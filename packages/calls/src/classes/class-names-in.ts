import type { ToolCall } from '../types/tool-call.ts';
import type { ClassName } from './class-names.ts';
import { classesOf } from './classes-of.ts';

/** Every class that some part of the call is of, for people who are asked about it. */
export function classNamesIn(call: ToolCall): readonly ClassName[] {
  const { subject } = call;
  const classes = classesOf(call);
  const [units, redirects] =
    subject.kind === 'command-line'
      ? [subject.line.units.length, subject.line.redirects.length]
      : [subject.kind === 'plain-command' ? 1 : 0, 0];
  const parts = [
    classes.whole(),
    ...Array.from({ length: units }, (_, index) => classes.unit(index)),
    ...Array.from({ length: redirects }, (_, index) => classes.redirect(index)),
  ];
  return [...new Set(parts.flatMap(({ touches }) => [...touches]))];
}
