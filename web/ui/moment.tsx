import { useEffect, useState } from 'react';
import { formatCalendarDay, formatReaderTime, type TimeShape } from '../../time/reader-times.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { getServerNow } from './server-clock.ts';
import { useReader } from './viewer-zone.ts';

type MomentProps = {
  at: string;
  /** Which parts of the time are shown. */
  as?: TimeShape;
  className?: string;
};

/** An instant in the viewer's time zone and clock format. The server renders UTC, which the browser replaces. */
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

function formatTimeLeft(until: string, now: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(until) - now) / MINUTE_MS));
  if (minutes > 48 * 60) return `${Math.floor(minutes / DAY_MINUTES)} days`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return `${minutes} min`;
}

/** Shows the time left until a deadline, and keeps it current while the page is open. */
export function Countdown({ until }: { until: string }) {
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
      {Date.parse(until) <= now ? 'any moment now' : `in ${formatTimeLeft(until, now)}`}
    </time>
  );
}
