import { hourMark } from '../../time/reader-hours.ts';
import type { ClockHours } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import { useReaderClock } from './reader-clock.ts';
import { useWeekStart } from './reader-week.ts';
import { daysFrom, hoursOf, turnWeek, WEEK_DAYS, type WeekCells, weekToLines } from './week-cells.ts';
import { WeekLegend } from './week-legend.tsx';

type WeekProps = {
  own?: WeekCells;
  /** Share of the others that are free, 0 to 1, one number an hour. */
  others?: readonly number[];
  /** Hours that everybody has. */
  common?: WeekCells;
  size?: 'full' | 'compact';
  label?: string;
  legend?: boolean;
  ownLabel?: string;
  othersLabel?: string;
  commonLabel?: string;
  /** Whose clock this is, e.g. "Eastern". */
  zone?: string;
  className?: string;
};

const levels = [0.25, 0.5, 0.75, 1] as const;

/** All hours that `has` is true for, as one path: neighbours in a row are one bar, the grid lines part them. */
function path(has: (index: number) => boolean, top = 0, height = 1) {
  let d = '';
  for (let index = 0; index < 168; index += 1) {
    if (!has(index)) continue;
    let length = 1;
    while ((index + length) % 24 !== 0 && has(index + length)) length += 1;
    d += `M${index % 24} ${Math.floor(index / 24) + top}h${length}v${height}h-${length}z`;
    index += length - 1;
  }
  return d;
}

const gridLines =
  Array.from({ length: 23 }, (_, hour) => `M${hour + 1} 0v7`).join('') +
  Array.from({ length: 6 }, (_, day) => `M0 ${day + 1}h24`).join('');

const levelOf = (share: number) => (share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4 - 1e-9)));

/** The week as a heat map to read. Layers differ in shape as well as colour: shade, bar, full square. */
export function Week({
  own: ownHours,
  others: othersHours,
  common: commonHours,
  size = 'full',
  label = 'Hours of the week',
  legend = size === 'full',
  ownLabel = 'You',
  othersLabel = 'Others',
  commonLabel = 'Everybody',
  zone,
  className = '',
}: WeekProps) {
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  const own = ownHours && turnWeek(ownHours, weekStart);
  const others = othersHours && turnWeek(othersHours, weekStart);
  const common = commonHours && turnWeek(commonHours, weekStart);
  return (
    <figure className={`week week-${size} ${className}`} aria-label={zone ? `${label}, ${zone} time` : label}>
      <div className="week-hours" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hourMark(hour, clock)}
          </span>
        ))}
      </div>
      <div className="week-days" aria-hidden="true">
        {daysFrom(weekStart).map((day) => (
          <span key={day}>{WEEK_DAYS[day]!.slice(0, size === 'compact' ? 2 : 3)}</span>
        ))}
      </div>
      <svg className="week-map" viewBox="0 0 24 7" preserveAspectRatio="none" aria-hidden="true">
        <rect width="24" height="7" className="week-empty" />
        {others &&
          levels.map((opacity, level) => (
            <path
              key={opacity}
              className="week-others"
              opacity={0.2 + opacity * 0.55}
              d={path((index) => levelOf(others[index] ?? 0) === level + 1)}
            />
          ))}
        {own && (
          <path className="week-own" d={path((index) => Boolean(own[index]), others ? 0.64 : 0, others ? 0.36 : 1)} />
        )}
        {common && <path className="week-common" d={path((index) => Boolean(common[index]))} />}
        <path className="week-lines" d={gridLines} />
      </svg>
      <figcaption className="week-caption">
        {legend && (
          <WeekLegend
            own={own && ownLabel}
            others={others && othersLabel}
            common={common && commonLabel}
            barOwn={Boolean(others)}
            zone={zone}
          />
        )}
        <Heard name={commonLabel} cells={commonHours} clock={clock} weekStart={weekStart} />
        <Heard name={ownLabel} cells={ownHours} clock={clock} weekStart={weekStart} />
      </figcaption>
    </figure>
  );
}

type HeardProps = { name: string; cells: WeekCells | undefined; clock: ClockHours; weekStart: WeekStart };

function Heard({ name, cells, clock, weekStart }: HeardProps) {
  if (!cells) return null;
  const lines = weekToLines(cells, clock, weekStart);
  return (
    <p className="sr-only">
      {name}: {lines.length === 0 ? 'no hours' : `${hoursOf(cells)} hours a week: ${lines.join('; ')}`}.
    </p>
  );
}
