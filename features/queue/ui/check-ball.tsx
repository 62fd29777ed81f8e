import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatCountdown } from '../../../time/countdown.ts';
import { Icon } from '../../../web/ui/icon.tsx';
import { PressArea } from '../../../web/ui/press-area.tsx';
import * as messages from '../queue.messages.ts';
import type { QueueCheck } from '../queue.schema.ts';
import type { CheckPhase } from './check-labels.ts';
import { getCheckEnd, getRemainingShare } from './queue-clock.ts';

type Props = {
  check: QueueCheck;
  phase: CheckPhase;
  now: number;
  /** Whether a request is in progress. */
  busy: boolean;
  /** Whether to ignore taps for a moment without looking disabled. */
  isResting: boolean;
  onReady: () => void;
};

/** The big ball-shaped answer button. The ring around it shrinks with the remaining time. */
export function CheckBall({ check, phase, now, busy, isResting, onReady }: Props) {
  const t = useTranslator();
  const isReady = check.my_answer === 'ready';
  const isDisabled = isReady || busy || isResting || phase === 'over';
  return (
    <div className="check-ball" data-phase={phase}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className="check-track" cx="60" cy="60" r="56" />
        <circle
          className="check-left"
          cx="60"
          cy="60"
          r="56"
          pathLength="100"
          strokeDasharray={`${getRemainingShare(check, now) * 100} 100`}
        />
      </svg>
      <PressArea
        className="check-ready"
        aria-pressed={isReady}
        aria-disabled={isDisabled}
        loading={busy}
        onClick={isDisabled ? undefined : onReady}
      >
        <span className="check-word">
          {isReady && <Icon name="check" size={20} className="check-tick" />}
          <span>{busy ? t(messages.sending) : t(messages.ready)}</span>
        </span>
        <span className="check-time" aria-hidden="true">
          {formatCountdown(Math.ceil(Math.max(0, Date.parse(getCheckEnd(check)) - now) / 1000) * 1000)}
        </span>
      </PressArea>
    </div>
  );
}
