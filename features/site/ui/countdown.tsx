import { type ReactNode, useEffect, useState } from 'react';
import type { commandCenter } from '../../../content/site-pages/command-center-content.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import type { StreamStatus } from '../streams/stream-status.wording.ts';

type CountdownProps = {
  words: (typeof commandCenter)['countdown'];
  /** The start as announced, e.g. "5 PM Eastern". */
  label: string;
  /** The next starts as instants, earliest first. */
  starts: readonly string[];
  status: StreamStatus;
  children: ReactNode;
};

const UNITS = [
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** The time until the next start, in the viewer's time zone. Before scripts run, it shows the time in Eastern. */
export function Countdown({ words, label, starts, status, children }: CountdownProps) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);

  const next = starts.find((start) => now === undefined || Date.parse(start) > now) ?? starts[0]!;
  const left = now === undefined ? undefined : Math.max(0, Math.floor((Date.parse(next) - now) / 1000));
  const yours = formatReaderTime(next, 'long-weekday-clock', useReader());

  return (
    <div className="panel panel-lg panel-seam countdown">
      <div className="stack gap-3">
        {status.line && <p className="countdown-on">{status.line}</p>}
        <p className="countdown-until">
          {status.until} <span className="sr-only">{label}</span>
        </p>
        <div className="countdown-clock" role="timer" aria-label={`${status.until}: ${label}`}>
          {UNITS.map(([unit, seconds], index) => {
            const over = UNITS[index - 1]?.[1];
            const value = left === undefined ? undefined : Math.floor((over ? left % over : left) / seconds);
            return (
              <span key={unit} className="countdown-part">
                <b>{value === undefined ? '--' : String(value).padStart(2, '0')}</b>
                <small>{unit}</small>
              </span>
            );
          })}
        </div>
        <p className="text-mist">
          <span>{label}. </span>
          {now !== undefined && <span>{words.yourTime.replace('{time}', yours)}</span>}
        </p>
      </div>
      {children}
    </div>
  );
}
