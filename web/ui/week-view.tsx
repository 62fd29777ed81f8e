import { useTranslator } from '../../messages/use-translator.tsx';
import { formatHourMark } from '../../time/reader-hours.ts';
import { type ClockHours, formatWeekday } from '../../time/reader-times.ts';
import type { WeekSpan } from '../../time/week-spans.ts';
import type { WeekStart } from '../../time/week-start.ts';
import {
  formatDayHours,
  formatDotsPath,
  formatShortTotal,
  formatSpansPath,
  formatTotal,
  listDaysFrom,
  spansToLines,
} from './drawn-spans.ts';
import { useReaderClock } from './reader-clock.ts';
import { useWeekStart } from './reader-week.ts';
import * as messages from './ui.messages.ts';
import { WeekLegend } from './week-legend.tsx';

type SharedSpan = readonly [from: number, until: number, share: number];

type WeekProps = {
  own?: readonly WeekSpan[];
  /** When others are free, and the share of them, 0 to 1. */
  others?: readonly SharedSpan[];
  /** When everyone is free. */
  common?: readonly WeekSpan[];
  size?: 'full' | 'compact';
  label?: string;
  legend?: boolean;
  othersLabel?: string;
  commonLabel?: string;
  /** The zone's name, e.g. "Eastern time". */
  zone?: string;
  className?: string;
};

const levels = [0.25, 0.5, 0.75, 1] as const;

const gridLines =
  Array.from({ length: 23 }, (_, hour) => `M${hour + 1} 0v7`).join('') +
  Array.from({ length: 6 }, (_, day) => `M0 ${day + 1}h24`).join('');

const toLevel = (share: number) => (share <= 0 ? 0 : Math.min(4, Math.ceil(share * 4 - 1e-9)));

const listSpansOfLevel = (others: readonly SharedSpan[], level: number): WeekSpan[] =>
  others.filter(([, , share]) => toLevel(share) === level).map(([from, until]) => [from, until]);

/** The week as a read-only heat map. Layers differ in shape as well as color: shade, bar, square with a dot. */
export function Week({
  own,
  others,
  common,
  size = 'full',
  label: ownLabel,
  legend = size === 'full',
  othersLabel,
  commonLabel: ownCommonLabel,
  zone,
  className = '',
}: WeekProps) {
  const t = useTranslator();
  const label = ownLabel ?? t(messages.week);
  const commonLabel = ownCommonLabel ?? t(messages.weekCommon);
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  return (
    <figure
      className={`week week-${size} ${className}`}
      aria-label={zone ? t(messages.weekInZone, { label, zone }) : label}
    >
      <div className="week-hours" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {formatHourMark(t, hour, clock)}
          </span>
        ))}
      </div>
      <div className="week-days" aria-hidden="true">
        {listDaysFrom(weekStart).map((day) => (
          <span key={day}>{formatWeekday(t, day).slice(0, size === 'compact' ? 2 : 3)}</span>
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
              d={formatSpansPath(listSpansOfLevel(others, level + 1), weekStart)}
            />
          ))}
        {own && <path className="week-own" d={formatSpansPath(own, weekStart, others ? 0.64 : 0, others ? 0.36 : 1)} />}
        {common && <path className="week-common" d={formatSpansPath(common, weekStart)} />}
        <path className="week-lines" d={gridLines} />
        {common && <path className="week-dots" d={formatDotsPath(common, weekStart)} />}
      </svg>
      {size === 'full' && <PrintedWeek {...{ own, common, commonLabel, clock, weekStart }} />}
      <figcaption className="week-caption">
        {legend && (
          <WeekLegend
            own={own && t(messages.you)}
            others={others && (othersLabel ?? t(messages.weekOthers))}
            common={common && t(messages.weekCommonLegend, { name: commonLabel, total: formatShortTotal(t, common) })}
            barOwn={Boolean(others)}
            zone={zone}
          />
        )}
        <WeekSummary name={commonLabel} spans={common} clock={clock} weekStart={weekStart} />
        <WeekSummary name={t(messages.you)} spans={own} clock={clock} weekStart={weekStart} />
      </figcaption>
    </figure>
  );
}

type PrintedWeekProps = {
  own: readonly WeekSpan[] | undefined;
  common: readonly WeekSpan[] | undefined;
  commonLabel: string;
  clock: ClockHours;
  weekStart: WeekStart;
};

/** The week as a table of hours, for paper only. */
function PrintedWeek({ own, common, commonLabel, clock, weekStart }: PrintedWeekProps) {
  const t = useTranslator();
  const columns = [
    { title: commonLabel, spans: common },
    { title: t(messages.you), spans: own },
  ].filter(({ spans }) => spans);
  return (
    <table className="week-print">
      <thead>
        <tr>
          <th scope="col">{t(messages.day)}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listDaysFrom(weekStart).map((day) => (
          <tr key={day}>
            <th scope="row">{formatWeekday(t, day)}</th>
            {columns.map(({ title, spans = [] }) => (
              <td key={title}>{formatDayHours(t, spans, day, clock) || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type WeekSummaryProps = {
  name: string;
  spans: readonly WeekSpan[] | undefined;
  clock: ClockHours;
  weekStart: WeekStart;
};

function WeekSummary({ name, spans, clock, weekStart }: WeekSummaryProps) {
  const t = useTranslator();
  if (!spans) return null;
  const lines = spansToLines(t, spans, clock, weekStart);
  return (
    <p className="sr-only">
      {lines.length === 0
        ? t(messages.weekSummaryEmpty, { name })
        : t(messages.weekSummary, { name, total: formatTotal(t, spans), hours: lines.join('; ') })}
    </p>
  );
}
