import type { ToolCall } from '@caliban/calls';
import { type Risk, riskLevel, risksOf } from '@caliban/gate/inspect';
import { textLines } from '../fields/section-lines.ts';
import type { Line, Tone } from '../screen/line.ts';
import { widthOf } from '../screen/width.ts';

/** The effects of the call: one row each, or a single row if there is no room for more. */
export function riskLines(call: ToolCall, { columns, most }: { columns: number; most: number }): readonly Line[] {
  const risks = risksOf(call);
  if (most <= 1) {
    const [first] = risks;
    const text = `● ${risks.map(({ does }) => does).join(' · ')}`;
    return textLines(text, { columns, tone: first === undefined ? 'plain' : toneOf(first), most: 1 });
  }
  const shown = risks.length <= most ? risks : risks.slice(0, most - 1);
  const rest = risks.slice(shown.length).map(({ does }) => does);
  return [
    ...shown.map((risk) => riskLine(risk, columns)),
    ...(rest.length === 0 ? [] : textLines(`● ${rest.join(' · ')}`, { columns, tone: 'warning', most: 1 })),
  ];
}

/** Tone of the frame: a question is yellow, a dangerous one red. */
export function riskTone(call: ToolCall): Tone {
  return riskLevel(risksOf(call)) === 'danger' ? 'bad' : 'warning';
}

function riskLine(risk: Risk, columns: number): Line {
  const text = `● ${risk.does}`;
  const name = risk.class === null ? '' : `  @${risk.class}`;
  return [
    { text, tone: toneOf(risk) },
    { text: widthOf(text) + widthOf(name) <= columns ? name : '', tone: 'dim' },
  ];
}

function toneOf({ level, class: name }: Risk): Tone {
  switch (level) {
    case 'danger':
      return 'danger';
    case 'caution':
      return 'warning';
    case 'calm':
      return name === 'read-only' ? 'good' : 'strong';
  }
}
