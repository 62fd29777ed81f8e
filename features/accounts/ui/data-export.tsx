import { useState } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { useDataExport } from './use-data-export.ts';

/** Prepares a file with everything that is kept about a person, and downloads it. */
export function DataExport() {
  const { progress, busy, problem, start, download } = useDataExport();
  const [isAgain, setIsAgain] = useState(false);
  const state = progress?.state ?? 'none';
  const isReady = state === 'ready';
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
          <Button variant="ghost" loading={isPreparing} onClick={startAgain}>
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
      {isReady && (
        <Notice tone="green" title="Your data is ready">
          Prepared <Moment at={progress!.requested_at!} />. You can download it for 24 hours.
        </Notice>
      )}
    </div>
  );
}
