import { type ReactNode, useEffect, useState } from 'react';
import { getStreamCountdown } from '../../../content/site-pages/command-center-content.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../site.messages.ts';
import type { StreamStatus } from '../streams/stream-status.wording.ts';

type CountdownProps = {
  /** The start as announced, e.g. "5 PM Eastern". */
  label: string;
  /** The next starts as times, earliest first. */
  starts: readonly string[];
  status: StreamStatus;
  children: ReactNode;
};

const UNITS: readonly [label: Message, seconds: number][] = [
  [messages.hours, 3600],
  [messages.minutes, 60],
  [messages.seconds, 1],
];

/** The time until the next start, in the viewer's time zone. Before scripts run, it shows the time in Eastern. */
export function Countdown({ label, starts, status, children }: CountdownProps) {
  const t = useTranslator();
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);

  const next = starts.find((start) => now === undefined || Date.parse(start) > now) ?? starts[0]!;
  const secondsLeft = now === undefined ? undefined : Math.max(0, Math.floor((Date.parse(next) - now) / 1000));
  const yourTimeText = formatReaderTime(t, next, 'long-weekday-clock', useReader());

  return (
    <div className="panel panel-lg panel-seam countdown">
      <div className="stack gap-3">
        {status.line && <p className="countdown-on">{status.line}</p>}
        <p className="countdown-until">
          {status.until} <span className="sr-only">{label}</span>
        </p>
        <div
          className="countdown-clock"
          role="timer"
          aria-label={t(messages.timerLabel, { event: status.until, time: label })}
        >
          {UNITS.map(([unit, seconds], index) => {
            const unitAbove = UNITS[index - 1]?.[1];
            const value =
              secondsLeft === undefined
                ? undefined
                : Math.floor((unitAbove ? secondsLeft % unitAbove : secondsLeft) / seconds);
            return (
              <span key={unit.id} className="countdown-part">
                <b>{value === undefined ? '--' : String(value).padStart(2, '0')}</b>
                <small>{t(unit)}</small>
              </span>
            );
          })}
        </div>
        <p className="text-muted">
          <span>{t(messages.announcedStart, { time: label })} </span>
          {now !== undefined && <span>{getStreamCountdown(t).yourTime(yourTimeText)}</span>}
        </p>
      </div>
      {children}
    </div>
  );
}
