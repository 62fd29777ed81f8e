export type Bar = { label: string; value: number; note?: string; tone?: 'cyan' | 'court' | 'violet' | 'gold' };

const WIDTH = 400;
const ROW = 28;
const LABEL = 72;
const VALUE = 96;
const FILL = { cyan: '#3fe0ff', court: '#ff8a3d', violet: '#8b6cff', gold: '#ffd166' } as const;

/** Horizontal bars with their numbers; the words beside them say the same to those who listen. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const height = bars.length * ROW;
  return (
    <figure className="stack">
      <figcaption className="font-semibold">{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${title}: ${bars.map((bar) => `${bar.label} ${bar.note ?? bar.value}`).join(', ')}`}
        className="w-full max-w-xl"
      >
        {bars.map((bar, index) => {
          const y = index * ROW;
          const length = (bar.value / most) * (WIDTH - LABEL - VALUE);
          return (
            <g key={bar.label}>
              <text x="0" y={y + 18} fontSize="13" fill="#b9b3dd">
                {bar.label}
              </text>
              <rect
                x={LABEL}
                y={y + 6}
                width={Math.max(1, length)}
                height={ROW - 12}
                rx="4"
                fill={FILL[bar.tone ?? 'cyan']}
              />
              <text x={LABEL + length + 8} y={y + 18} fontSize="13" fill="#f5f3ff">
                {bar.note ?? bar.value}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
