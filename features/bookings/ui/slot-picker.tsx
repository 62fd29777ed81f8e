import { useMemo } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime, type TimePreferences } from '../../../time/reader-times.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../bookings.messages.ts';
import type { Slot } from '../bookings.schema.ts';

type Props = {
  slots: readonly Slot[];
  value: string | undefined;
  onChange: (startsAt: string) => void;
  /** Advice when no half hour is free. */
  emptyText?: string;
};

/** Free half hours by day, in the viewer's own zone. */
export function SlotPicker({ slots, value, onChange, emptyText }: Props) {
  const t = useTranslator();
  const reader = useReader();
  const days = useMemo(() => groupByDay(t, slots, reader), [t, slots, reader]);
  if (slots.length === 0) {
    return (
      <EmptyState icon="calendar" title={t(messages.noFreeTimesTitle)}>
        {emptyText ?? t(messages.noSessionTimesAdvice)}
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {days.map(({ day, times }) => (
          <fieldset key={day}>
            <legend className="mb-2 font-display text-base font-semibold">{day}</legend>
            <div className="cluster">
              {times.map(({ startsAt, clock }) => (
                <label key={startsAt} className="slot cursor-pointer">
                  <input
                    type="radio"
                    name="slot"
                    className="peer sr-only"
                    checked={value === startsAt}
                    onChange={() => onChange(startsAt)}
                    aria-label={`${day}, ${clock}`}
                  />
                  <span className="block rounded-control border border-edge px-4 py-2 tabular-nums peer-checked:border-cyan peer-checked:bg-cyan peer-checked:text-on-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2">
                    {clock}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </div>
  );
}

function groupByDay(t: Translator, slots: readonly Slot[], reader: TimePreferences) {
  const days: { day: string; times: { startsAt: string; clock: string }[] }[] = [];
  for (const { startsAt } of slots) {
    const day = formatReaderTime(t, startsAt, 'long-date', reader);
    const time = { startsAt, clock: formatReaderTime(t, startsAt, 'clock', reader) };
    if (days.at(-1)?.day === day) days.at(-1)!.times.push(time);
    else days.push({ day, times: [time] });
  }
  return days;
}
