import type { RefObject } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import * as messages from '../queue.messages.ts';
import type { QueueCheck } from '../queue.schema.ts';
import { formatCheckTitle, formatReadyLine, getCheckPhase } from './check-labels.ts';
import { TimeLeft } from './play-bar.tsx';
import { getCheckEnd } from './queue-clock.ts';
import { showAgain } from './queue-store.ts';
import { useServerTime } from './use-server-time.ts';

type Props = { check: QueueCheck; title: RefObject<HTMLHeadingElement | null> };

/** Replaces the waiting panel while a check is open but minimized. */
export function CheckPendingPanel({ check, title }: Props) {
  const t = useTranslator();
  const now = useServerTime(250);
  return (
    <div className="play-asked">
      <div className="play-words">
        <h2 ref={title} tabIndex={-1} className="play-title">
          {formatCheckTitle(t, check, getCheckPhase(check, now))}
        </h2>
        <p className="text-sm text-muted">{formatReadyLine(t, check)}</p>
      </div>
      <p data-tone="orange" className="text-xl">
        <TimeLeft until={getCheckEnd(check)} now={now} />
      </p>
      <Button variant="secondary" onClick={showAgain}>
        {t(messages.openReadyCheck)}
      </Button>
    </div>
  );
}
