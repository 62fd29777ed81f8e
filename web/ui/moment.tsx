import { useEffect, useState } from 'react';
import type { Translator } from '../../messages/translator.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { formatCalendarDay, formatReaderTime, type TimeShape } from '../../time/reader-times.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { getServerNow } from './server-clock.ts';
import * as messages from './ui.messages.ts';
import { useReader } from './viewer-zone.ts';

type MomentProps = {
  at: string;
  /** Which parts of the time are shown. */
  as?: TimeShape;
  className?: string;
};

/** A time in the viewer's time zone and clock format. The server renders UTC, which the browser replaces. */
export function Moment({ at, as = 'moment', className }: MomentProps) {
  const reader = useReader();
  return (
    <time dateTime={at} className={className}>
      {formatReaderTime(at, as, reader, new Date())}
    </time>
  );
}

/** A calendar day, the same in every zone. @param of date such as 2026-05-01 */
export function Day({ of, long = false, className }: { of: string; long?: boolean; className?: string }) {
  return (
    <time dateTime={of} className={className}>
      {formatCalendarDay(of, long ? 'long-day' : 'day')}
    </time>
  );
}

function formatTimeLeft(t: Translator, until: string, now: number): string {
  const left = Date.parse(until) - now;
  if (left <= 0) return t(messages.anyMomentNow);
  const total = Math.round(left / MINUTE_MS);
  if (total > 2 * DAY_MINUTES) return t(messages.inDays, { days: Math.floor(total / DAY_MINUTES) });
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours === 0) return t(messages.inMinutes, { minutes });
  return minutes === 0 ? t(messages.inHours, { hours }) : t(messages.inHoursMinutes, { hours, minutes });
}

/** Shows the time left until a deadline, and keeps it current while the page is open. */
export function Countdown({ until }: { until: string }) {
  const t = useTranslator();
  const [now, setNow] = useState<number>();
  const reader = useReader();
  useEffect(() => {
    setNow(getServerNow());
    const timer = setInterval(() => setNow(getServerNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return <Moment at={until} />;
  return (
    <time dateTime={until} title={formatReaderTime(until, 'exact', reader)}>
      {formatTimeLeft(t, until, now)}
    </time>
  );
}
