import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import * as messages from '../queue.messages.ts';
import type { QueueCheck } from '../queue.schema.ts';
import { CheckAnnouncement, useStartHour } from './check-dialog.tsx';
import { formatCheckTitle, formatReadyLine, getCheckPhase } from './check-labels.ts';
import { getCheckEnd } from './queue-clock.ts';
import { useServerTime } from './use-server-time.ts';
import './queue.css';

/** A small bar over the page for something that needs an answer. */
export function PlayBar({ label, tone, children }: { label: string; tone: Tone; children: ReactNode }) {
  return (
    <section className="play-bar" aria-label={label} data-tone={tone}>
      <div className="play-bar-body">{children}</div>
    </section>
  );
}

/** The remaining time, as a countdown that screen readers don't announce. */
export function TimeLeft({ until, now }: { until: string; now: number }) {
  const remainingMs = Math.max(0, Date.parse(until) - now);
  return (
    <span className="play-bar-time" role="timer" aria-live="off">
      {formatCountdown(Math.ceil(remainingMs / 1_000) * 1_000)}
    </span>
  );
}

/** A minimized check: the countdown stays visible, and one tap reopens it. */
export function CheckBar({ check, onOpen }: { check: QueueCheck; onOpen: () => void }) {
  const t = useTranslator();
  const now = useServerTime(250);
  const phase = getCheckPhase(check, now);
  const openButton = useRef<HTMLButtonElement>(null);
  // Move focus here from the minimized dialog.
  useEffect(() => openButton.current?.focus({ preventScroll: true }), []);
  return (
    <PlayBar label={t(messages.readyCheck)} tone={phase === 'last' ? 'red' : check.my_answer ? 'green' : 'orange'}>
      <p className="play-bar-words">
        {check.my_answer && phase !== 'held' ? formatReadyLine(t, check) : formatCheckTitle(t, check, phase)}{' '}
        <TimeLeft until={getCheckEnd(check)} now={now} />
      </p>
      <Button ref={openButton} size="sm" variant={check.my_answer ? 'secondary' : 'primary'} onClick={onOpen}>
        {check.my_answer ? t(messages.openMinimized) : t(messages.answerMinimized)}
      </Button>
      <CheckAnnouncement check={check} phase={phase} hour={useStartHour(check)} />
    </PlayBar>
  );
}
