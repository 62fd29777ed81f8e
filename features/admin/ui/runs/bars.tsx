export type Bar = { label: string; value: number; note?: string; tone?: keyof typeof FILL };

const FILL = { cyan: 'bg-cyan', court: 'bg-court', violet: 'bg-violet', gold: 'bg-gold' } as const;

/** Horizontal bars with their numbers. Only the bars are drawing: labels and notes are text that anybody can read. */
export function Bars({
  title,
  bars,
  empty = 'Nothing to draw.',
}: {
  title: string;
  bars: readonly Bar[];
  empty?: string;
}) {
  const most = Math.max(...bars.map((bar) => bar.value), 0);
  return (
    <figure className="stack min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      {bars.length === 0 && <p className="text-mist text-sm">{empty}</p>}
      <dl className="grid gap-3">
        {bars.map((bar) => (
          <div key={bar.label} className="grid gap-1">
            <div className="flex flex-wrap justify-between gap-x-4 text-sm">
              <dt className="text-mist">{bar.label}</dt>
              <dd className="tabular-nums">{bar.note ?? bar.value}</dd>
            </div>
            <div aria-hidden="true" className="h-2 rounded-chip bg-raised">
              <div
                className={`h-2 rounded-chip ${FILL[bar.tone ?? 'cyan']}`}
                style={{ width: `${most > 0 ? (bar.value / most) * 100 : 0}%` }}
              />
            </div>
          </div>
        ))}
      </dl>
    </figure>
  );
}
