import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { useModal } from '../../../web/ui/modal.ts';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../queue.messages.ts';
import type { QueueCheck } from '../queue.schema.ts';
import { CheckBall } from './check-ball.tsx';
import { CheckCourt } from './check-court.tsx';
import {
  type CheckPhase,
  formatCheckAnnouncement,
  formatCheckTitle,
  formatReadyLine,
  formatWaitingLine,
  getCheckPhase,
} from './check-labels.ts';
import { usePlaySettings } from './play-settings.ts';
import { toDurationParts } from './queue-clock.ts';
import { useCheckAnswer } from './use-check-answer.ts';
import { useServerTime } from './use-server-time.ts';
import './queue.css';

/** Time after opening when taps are ignored, because they were meant for the page below. */
const TAP_GUARD_MS = 300;
const INTERACTIVE_SELECTOR = 'button, a, input, select, textarea, summary';

type Props = { check: QueueCheck; isBehind: boolean; onAside: () => void };

/** The ready check, shown over every page. Escape and the corner button only minimize it and never answer. */
export function CheckDialog({ check, isBehind, onAside }: Props) {
  const t = useTranslator();
  const ref = useRef<HTMLDialogElement>(null);
  const now = useServerTime(250);
  const phase = getCheckPhase(check, now);
  const isEarly = useEarlyTapGuard();
  const { enter } = usePlaySettings();
  const { busy, trouble, answer } = useCheckAnswer(check);
  useModal(ref, true);
  // Don't focus a button, so a user who's typing when the dialog opens can't answer by accident.
  useEffect(() => ref.current?.focus(), []);
  const isOpen = phase === 'fresh' || phase === 'last';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || !enter || isEarly || !isOpen) return;
    if ((event.target as Element).closest(INTERACTIVE_SELECTOR)) return;
    event.preventDefault();
    void answer('ready');
  };
  const hour = useStartHour(check);
  return (
    <dialog
      ref={ref}
      className="ready-check"
      tabIndex={-1}
      aria-label={t(messages.readyCheck)}
      onCancel={(event) => {
        event.preventDefault();
        onAside();
      }}
      onKeyDown={onKeyDown}
    >
      <header className="check-head">
        <h2 className="check-title">
          {formatCheckTitle(t, check, phase)}
          <small>{getSubtitle(t, check, phase, hour)}</small>
        </h2>
        <IconButton icon="minus" label={t(messages.minimize)} size="sm" onClick={onAside} />
      </header>
      <CheckCourt check={check} />
      <div className="check-says">
        <div className="check-fit">
          <div>
            <ScoreRing score={check.score} size="sm" />
            <span className="check-fit-word" aria-hidden="true">
              {t(messages.fit)}
            </span>
          </div>
          <ul className="check-reasons" aria-label={t(messages.whyThisMatch)}>
            {check.reasons.slice(0, 4).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      </div>
      <div className="check-press">
        <CheckBall
          check={check}
          phase={phase}
          now={now}
          busy={busy === 'ready'}
          isResting={isEarly}
          onReady={() => void answer('ready')}
        />
        <p className="check-line" role={trouble ? 'alert' : undefined}>
          <span>{trouble ?? formatStatusLine(t, check, phase, isBehind)}</span>
          {isOpen && enter && !trouble && <span className="check-enter"> · {t(messages.enterWorksToo)}</span>}
        </p>
        <Button
          variant="ghost"
          size="sm"
          loading={busy === 'not_now'}
          loadingLabel={t(messages.sending)}
          aria-disabled={isEarly || phase === 'over'}
          onClick={() => void answer('not_now')}
        >
          {check.my_answer ? t(messages.dropOut) : t(messages.notNow)}
        </Button>
      </div>
      <CheckAnnouncement check={check} phase={phase} hour={hour} />
    </dialog>
  );
}

/** Formats the start time for tonight, in the viewer's time zone. */
export function useStartHour(check: QueueCheck): string | undefined {
  const t = useTranslator();
  const reader = useReader();
  return check.starts_at ? formatReaderTime(t, check.starts_at, 'clock', reader) : undefined;
}

function getSubtitle(t: Translator, check: QueueCheck, phase: CheckPhase, hour: string | undefined): string {
  if (phase === 'held') return t(messages.heldHint);
  if (hour) return t(messages.tonightStart, { time: hour, ...toDurationParts(check.seconds) });
  return t(messages.whenAllReady);
}

function formatStatusLine(t: Translator, check: QueueCheck, phase: CheckPhase, isBehind: boolean): string {
  if (phase === 'over') return t(messages.timeUp);
  if (isBehind) return t(messages.unstableConnection);
  if (phase === 'ready' || phase === 'held') return formatWaitingLine(t, check);
  return formatReadyLine(t, check);
}

function useEarlyTapGuard(): boolean {
  const [isEarly, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), TAP_GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return isEarly;
}

/** Announces a check to screen readers, once when it appears and again at each phase. */
export function CheckAnnouncement({
  check,
  phase,
  hour,
}: {
  check: QueueCheck;
  phase: CheckPhase;
  hour?: string | undefined;
}) {
  const t = useTranslator();
  const now = useServerTime(1_000);
  const [announcement, setAnnouncement] = useState('');
  const latestRef = useRef({ check, hour, now });
  latestRef.current = { check, hour, now };
  // Live regions announce changes but not their initial content.
  useEffect(() => {
    const { check: of, hour: at, now: instant } = latestRef.current;
    const timer = setTimeout(
      () => setAnnouncement(formatCheckAnnouncement(t, of, phase, { now: instant, ...(at ? { hour: at } : {}) })),
      100,
    );
    return () => clearTimeout(timer);
  }, [phase, t]);
  return (
    <p className="sr-only" aria-live="assertive">
      {announcement}
    </p>
  );
}
