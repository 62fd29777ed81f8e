export type Bar = { label: string; value: number; note?: string; tone?: keyof typeof FILL };

export const FILL = { cyan: 'bg-cyan', orange: 'bg-orange', violet: 'bg-violet', gold: 'bg-gold' } as const;

type Props = { title: string; bars: readonly Bar[]; empty?: string };

/** Horizontal bar chart with values. The bars are decorative: labels and notes are text. */
export function Bars({ title, bars, empty = 'No data yet.' }: Props) {
  const most = Math.max(...bars.map((bar) => bar.value), 0);
  return (
    <figure className="stack min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      {bars.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      <ul className="grid gap-3" aria-label={title}>
        {bars.map((bar) => (
          <li key={bar.label} className="grid gap-1">
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="text-muted">{bar.label}</span>{' '}
              <span className="tabular-nums">{bar.note ?? bar.value}</span>
            </p>
            <div aria-hidden="true" className="h-2 rounded-chip bg-raised">
              <div
                className={`h-2 rounded-chip ${FILL[bar.tone ?? 'cyan']}`}
                style={{ width: `${most > 0 ? (bar.value / most) * 100 : 0}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </figure>
  );
}
