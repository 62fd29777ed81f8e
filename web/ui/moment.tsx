import { useEffect, useState } from 'react';
import type { Message, Tag } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
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
  const t = useTranslator();
  const reader = useReader();
  return (
    <time dateTime={at} className={className}>
      {formatReaderTime(t, at, as, { ...reader, now: new Date() })}
    </time>
  );
}

/** A calendar day, the same in every zone. @param of date such as 2026-05-01 */
export function Day({ of, long = false, className }: { of: string; long?: boolean; className?: string }) {
  const t = useTranslator();
  return (
    <time dateTime={of} className={className}>
      {formatCalendarDay(t, of, long ? 'long-day' : 'day')}
    </time>
  );
}

function formatTimeLeft(t: Translator, until: string, now: number): string {
  const remainingMs = Date.parse(until) - now;
  if (remainingMs <= 0) return t(messages.anyMomentNow);
  const total = Math.round(remainingMs / MINUTE_MS);
  if (total > 2 * DAY_MINUTES) return t(messages.inDays, { days: Math.floor(total / DAY_MINUTES) });
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours === 0) return t(messages.inMinutes, { minutes });
  return minutes === 0 ? t(messages.inHours, { hours }) : t(messages.inHoursMinutes, { hours, minutes });
}

/** Returns the server's current time, kept current while the page is open; undefined until hydration. */
function useServerNow(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(getServerNow());
    const timer = setInterval(() => setNow(getServerNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the time left until a deadline, and keeps it current. Shows the date before hydration. */
export function Countdown({ until }: { until: string }) {
  return <TimeLeft until={until} now={useServerNow()} />;
}

function TimeLeft({ until, now }: { until: string; now: number | undefined }) {
  const t = useTranslator();
  const reader = useReader();
  if (now === undefined) return <Moment at={until} />;
  return (
    <time dateTime={until} title={formatReaderTime(t, until, 'exact', reader)}>
      {formatTimeLeft(t, until, now)}
    </time>
  );
}

/** Placeholders of a message with a deadline: the date before hydration, the time left after it. */
type Deadline = { shown: string; deadline: Tag };
type Others<Values> = Omit<Values, keyof Deadline>;
type DeadlineMessageProps<Values> = { message: Message<Values>; until: string } & (object extends Others<Values>
  ? { values?: Others<Values> }
  : { values: Others<Values> });

/**
 * A sentence with a countdown. Its message has separate texts for the date and for the time left, because languages
 * word them differently: "am Mittwoch", but "in 3 h".
 */
export function DeadlineMessage<Values extends Deadline>({ message, until, values }: DeadlineMessageProps<Values>) {
  const now = useServerNow();
  const deadline: Deadline = {
    shown: now === undefined ? 'date' : 'timeLeft',
    deadline: () => <TimeLeft until={until} now={now} />,
  };
  return <RichMessage message={message} values={{ ...values, ...deadline } as Values} />;
}
