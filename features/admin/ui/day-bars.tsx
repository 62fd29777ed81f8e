import { english } from '../../../messages/lazy-text.ts';
import { formatCalendarDay } from '../../../time/reader-times.ts';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { FILL } from './run-bars.tsx';

type Props = { title: string; tone: keyof typeof FILL; days: readonly { day: string; value: number }[] };

/** Bar chart with a value per day. The bars are decorative: days and values are text. */
export function DayBars({ title, tone, days }: Props) {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const total = days.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="stack min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{title}</span>{' '}
        <span className="text-muted text-sm tabular-nums">{total.toLocaleString('en')} total</span>
      </figcaption>
      <ul className="grid grid-flow-col auto-cols-fr gap-1 text-center text-xs" aria-label={title}>
        {days.map(({ day, value }) => {
          const date = formatCalendarDay(english, day, 'date');
          return (
            <li key={day} className="grid gap-1 min-w-0">
              <VisuallyHidden>{date}: </VisuallyHidden>
              <span className="tabular-nums">{value.toLocaleString('en')}</span>
              <span aria-hidden="true" className="flex h-16 items-end rounded-chip bg-raised">
                <span
                  className={`block w-full rounded-chip motion-safe:transition-[height] ${FILL[tone]}`}
                  style={{ height: `${most > 0 ? (value / most) * 100 : 0}%` }}
                />
              </span>
              <span aria-hidden="true" className="text-muted">
                {date.split(',')[0]}
              </span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
