import { useEffect, useId, useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import { exportTimes } from '../own-data/data-export.rules.ts';
import { useDataExport } from './use-data-export.ts';

/** Prepares a file with all of the user's data and downloads it. */
export function DataExport() {
  const { progress, busy, problem, start, download } = useDataExport();
  const [isAgain, setIsAgain] = useState(false);
  const timesId = useId();
  const state = progress?.state ?? 'none';
  const isReady = state === 'ready';
  const times = isReady ? exportTimes(progress!.requested_at!) : undefined;
  const mayAgain = useHasPassed(times?.againFrom);
  const isPreparing = state === 'waiting' || state === 'running';
  const startAgain = () => {
    setIsAgain(true);
    return start();
  };
  return (
    <div className="stack">
      {/* A region of its own: a screen reader would read every step of the progress. */}
      <p className="sr-only" role="status">
        {isPreparing && <span>Preparing your data.</span>}
        {isReady && <span key={progress!.requested_at}>Your data is ready.</span>}
      </p>
      {/* Above what comes and goes, and the same button throughout, so that it keeps its place and the focus. */}
      <div className="cluster">
        <Button
          variant={isReady ? 'primary' : 'secondary'}
          icon="download"
          loading={isPreparing || busy}
          onClick={() => (isReady ? download() : start())}
        >
          {isReady ? 'Download my data' : 'Export my data'}
        </Button>
        {(isReady || isAgain) && (
          <Button
            variant="ghost"
            loading={isPreparing}
            aria-disabled={isReady && !mayAgain}
            aria-describedby={isReady ? timesId : undefined}
            onClick={startAgain}
          >
            Prepare it again
          </Button>
        )}
      </div>
      {isPreparing && (
        <Progress
          label="Preparing your data. You can leave this page."
          max={progress!.total || 1}
          {...(state === 'running' ? { value: progress!.done, showValue: true } : {})}
        />
      )}
      {state === 'failed' && (
        <Notice tone="red" title="Couldn't prepare your data">
          Something went wrong on our side. Try again.
        </Notice>
      )}
      {problem && (
        <Notice tone="red" title="Couldn't load your export">
          {problem}
        </Notice>
      )}
      {times && (
        <Notice tone="green" title="Your data is ready">
          <span id={timesId}>
            <span>Prepared </span>
            <Moment at={progress!.requested_at!} />
            <span>. You can download it until </span>
            <Moment at={times.keptUntil} />
            {mayAgain ? (
              <span>.</span>
            ) : (
              <>
                <span> and prepare it again </span>
                <Countdown until={times.againFrom} />
                <span>.</span>
              </>
            )}
          </span>
        </Notice>
      )}
    </div>
  );
}

/** Returns whether an instant has passed by the server's clock, and updates while the page is open. */
function useHasPassed(at: string | undefined): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    if (!at) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, Date.parse(at) - getServerNow()));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== undefined && passed === at;
}
