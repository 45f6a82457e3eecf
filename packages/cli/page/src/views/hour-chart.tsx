import type { JSX } from 'preact';
import type { Counts } from '../types.ts';

const HEIGHT = 96;
const COLUMN = 28;
const GAP = 4;

/** Questions and denials hour by hour; calls allowed without a question are pale behind them. */
export function HourChart({ hours }: { readonly hours: readonly Counts[] }): JSX.Element {
  const most = Math.max(4, ...hours.map(({ asked, denied }) => asked + denied));
  const mostPassed = Math.max(1, ...hours.map(({ allowed, left }) => allowed + left));
  return (
    <section class="block chart-block">
      <h2>
        By hour <span class="legend asked">questions</span> <span class="legend denied">denied</span>{' '}
        <span class="legend passed">passed by themselves, on a scale of their own</span>
      </h2>
      <svg
        class="chart"
        viewBox={`0 0 ${24 * COLUMN} ${HEIGHT + 18}`}
        role="img"
        aria-label={`Questions by hour: ${
          hours
            .map(({ asked }, hour) => (asked > 0 ? `${hour} h: ${asked}` : ''))
            .filter(Boolean)
            .join(', ') || 'none'
        }`}
      >
        {[0.5, 1].map((part) => (
          <line
            key={part}
            class="grid"
            x1="0"
            x2={24 * COLUMN}
            y1={HEIGHT * (1 - part) + 0.5}
            y2={HEIGHT * (1 - part) + 0.5}
          />
        ))}
        {hours.map(({ asked, denied, allowed, left }, hour) => {
          const x = hour * COLUMN + GAP / 2;
          const passed = ((allowed + left) / mostPassed) * HEIGHT;
          const questions = (asked / most) * HEIGHT;
          const refused = (denied / most) * HEIGHT;
          return (
            <g key={hour}>
              <title>{`${hour}:00–${hour + 1}:00: ${asked} questions, ${denied} denied, ${allowed + left} passed`}</title>
              <rect class="passed" x={x} width={COLUMN - GAP} y={HEIGHT - passed} height={passed} rx="2" />
              <rect class="asked" x={x + 5} width={COLUMN - GAP - 10} y={HEIGHT - questions} height={questions} />
              <rect
                class="denied"
                x={x + 5}
                width={COLUMN - GAP - 10}
                y={HEIGHT - questions - refused}
                height={refused}
              />
              {hour % 3 === 0 && (
                <text x={x} y={HEIGHT + 14}>
                  {hour}
                </text>
              )}
            </g>
          );
        })}
        <line class="base" x1="0" x2={24 * COLUMN} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="scale faint">highest column: {most} an hour</p>
    </section>
  );
}
