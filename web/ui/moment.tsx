import { useEffect, useState } from 'react';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { serverNow } from './server-clock.ts';
import { useViewerZone } from './viewer-zone.ts';

/** An instant in the viewer's own zone; on the server in UTC, which the browser replaces. */
export function Moment({ at, time = true }: { at: string; time?: boolean }) {
  const zone = useViewerZone('UTC');
  // Of another year than this one, it is said too: what was bought last year may be looked up.
  const otherYear = new Date(at).getFullYear() !== new Date().getFullYear();
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(otherYear ? { year: 'numeric' } : {}),
    ...(time ? { hour: 'numeric', minute: '2-digit' } : {}),
  }).format(new Date(at));
  return <time dateTime={at}>{text}</time>;
}

/** A day of the calendar, the same in every zone. @param of like 2026-05-01 */
export function Day({ of }: { of: string }) {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(of));
  return <time dateTime={of}>{text}</time>;
}

function left(until: string, now: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(until) - now) / MINUTE_MS));
  if (minutes > 48 * 60) return `${Math.floor(minutes / DAY_MINUTES)} days`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  return `${minutes} min`;
}

/** How long until a deadline, kept true while the page is open. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return <Moment at={until} />;
  return (
    <time dateTime={until} title={new Date(until).toLocaleString('en-US')}>
      {Date.parse(until) <= now ? 'any moment now' : `in ${left(until, now)}`}
    </time>
  );
}
