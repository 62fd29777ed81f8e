import type { Certificate } from '../run-reports.rules.ts';

const WIDTH = 400;
const HEIGHT = 180;
const FLOOR = 24;
const HEAD_HEIGHT = 20;
const GAP = 6;

type Columns = Certificate['scores']['histogram'];

/** Stacked column chart of how many squads and pairs reach each score. Scores of 70 and up are highlighted. */
export function ScoreHistogram({ columns }: { columns: Columns }) {
  const most = Math.max(1, ...columns.map((column) => column.squads + column.pairs));
  const step = WIDTH / Math.max(1, columns.length);
  const plotHeight = HEIGHT - FLOOR - HEAD_HEIGHT;
  const filledColumns = columns.filter((column) => column.squads + column.pairs > 0);
  const ranges = filledColumns.map(
    ({ from, to, squads, pairs }) => `${from} to ${to}: ${squads} squads, ${pairs} pairs`,
  );
  return (
    <figure className="stack min-w-0">
      <figcaption className="font-semibold">Scores</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Scores: ${ranges.join('; ') || 'no squads or pairs'}`}
        className="w-full max-w-xl"
      >
        {columns.map(({ from, squads, pairs }, index) => {
          const x = index * step + GAP / 2;
          const squadsHeight = (squads / most) * plotHeight;
          const pairsTall = (pairs / most) * plotHeight;
          const isHigh = from >= 70;
          const base = HEIGHT - FLOOR;
          return (
            <g key={from}>
              <rect x={x} y={base - 1} width={step - GAP} height="1" className="fill-line" />
              <rect
                x={x}
                y={base - squadsHeight}
                width={step - GAP}
                height={squadsHeight}
                className={isHigh ? 'fill-orange' : 'fill-violet'}
              />
              <rect
                x={x}
                y={base - squadsHeight - pairsTall}
                width={step - GAP}
                height={pairsTall}
                className={isHigh ? 'fill-gold' : 'fill-cyan'}
              />
              {squads + pairs > 0 && (
                <text x={x + (step - GAP) / 2} y={base - squadsHeight - pairsTall - 6} {...LABEL} className="fill-text">
                  {squads + pairs}
                </text>
              )}
              <text x={x + (step - GAP) / 2} y={HEIGHT - 6} {...LABEL} className="fill-muted">
                {from}
              </text>
            </g>
          );
        })}
      </svg>
      <ul className="cluster text-muted text-sm" aria-hidden="true">
        <Key tone="bg-orange" label="Squads (70 and up)" />
        <Key tone="bg-gold" label="Pairs (70 and up)" />
        <Key tone="bg-violet" label="Squads below 70" />
        <Key tone="bg-cyan" label="Pairs below 70" />
      </ul>
    </figure>
  );
}

const LABEL = { textAnchor: 'middle', fontSize: 12 } as const;

function Key({ tone, label }: { tone: string; label: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`size-3 rounded-chip ${tone}`} />
      {label}
    </li>
  );
}
