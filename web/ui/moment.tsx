import { useEffect, useState, useSyncExternalStore } from 'react';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';

const never = () => () => {};

/** An instant in the viewer's own zone; on the server in UTC, which the browser replaces. */
export function Moment({ at, time = true }: { at: string; time?: boolean }) {
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  );
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(time ? { hour: 'numeric', minute: '2-digit' } : {}),
  }).format(new Date(at));
  return <time dateTime={at}>{text}</time>;
}

function left(until: string, now: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(until) - now) / MINUTE_MS));
  if (minutes > 48 * 60) return `${Math.floor(minutes / DAY_MINUTES)} days`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} min`;
}

/** How long until a deadline, kept true while the page is open. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined) return <Moment at={until} />;
  return (
    <time dateTime={until} title={new Date(until).toLocaleString('en-US')}>
      {Date.parse(until) <= now ? 'any moment now' : `in ${left(until, now)}`}
    </time>
  );
}
