import type { ComponentProps, KeyboardEvent } from 'react';
import type { Translator } from '../../messages/translator.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { formatHourMark, formatWallTime } from '../../time/reader-hours.ts';
import { type ClockHours, formatWeekday } from '../../time/reader-times.ts';
import type { WeekStart } from '../../time/week-start.ts';
import { listDaysFrom } from './drawn-spans.ts';
import * as messages from './ui.messages.ts';

type WeekGridProps = Omit<ComponentProps<'table'>, 'onKeyDown'> & {
  /** Cells in the order of the reader's week. */
  cells: readonly boolean[];
  weekStart: WeekStart;
  clock: ClockHours;
  /** Index of the only cell in the tab order. */
  active: number;
  onActive: (index: number) => void;
  onCellKey: (event: KeyboardEvent, index: number) => void;
  /** Toggles a whole day or one hour of all days, given as cell indices. */
  onMany: (indices: number[]) => void;
};

const formatFullHour = (t: Translator, hour: number, clock: ClockHours) => formatWallTime(t, hour * 60, clock);

/**
 * The cells of the week editor: a table for screen readers, a grid visually (days are rows when wide, columns when
 * narrow).
 */
export function WeekGrid({ cells, weekStart, clock, active, onActive, onCellKey, onMany, ...rest }: WeekGridProps) {
  const t = useTranslator();
  const days = listDaysFrom(weekStart).map((day) => formatWeekday(t, day));
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern on a table keeps its headers
    <table role="grid" aria-multiselectable="true" className="week-grid" {...rest}>
      <tbody>
        <tr>
          <th scope="col" className="week-corner">
            <span className="sr-only">{t(messages.day)}</span>
          </th>
          {hours.map((hour) => (
            <th key={hour} scope="col" className="week-hour">
              <button
                type="button"
                tabIndex={-1}
                aria-label={t(messages.hourOnEveryDay, { hour: formatFullHour(t, hour, clock) })}
                onClick={() => onMany(days.map((_, day) => day * 24 + hour))}
              >
                {formatHourMark(t, hour, clock, true)}
              </button>
            </th>
          ))}
        </tr>
        {days.map((day, row) => (
          <tr key={day}>
            <th scope="row" className="week-day">
              <button
                type="button"
                tabIndex={-1}
                aria-label={t(messages.wholeDay, { day })}
                onClick={() => onMany(hours.map((hour) => row * 24 + hour))}
              >
                {day}
              </button>
            </th>
            {hours.map((hour) => {
              const index = row * 24 + hour;
              return (
                <td
                  key={hour}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
                  role="gridcell"
                  data-cell={index}
                  data-quarter={hour % 6 === 0 || undefined}
                  tabIndex={index === active ? 0 : -1}
                  aria-selected={cells[index]}
                  aria-label={`${day} ${formatFullHour(t, hour, clock)}`}
                  className="week-cell"
                  onFocus={() => onActive(index)}
                  onKeyDown={(event) => onCellKey(event, index)}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
