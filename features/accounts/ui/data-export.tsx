import { useEffect, useId, useState } from 'react';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import * as messages from '../accounts.messages.ts';
import { getExportTimes } from '../own-data/data-export.rules.ts';
import { useDataExport } from './use-data-export.ts';

/** Prepares a file with all of the user's data and downloads it. */
export function DataExport() {
  const t = useTranslator();
  const { progress, busy, problem, start, download } = useDataExport();
  const [isAgain, setIsAgain] = useState(false);
  const timesId = useId();
  const state = progress?.state ?? 'none';
  const isReady = state === 'ready';
  const times = isReady ? getExportTimes(progress!.requested_at!) : undefined;
  const mayAgain = useHasPassed(times?.againFrom);
  const isPreparing = state === 'waiting' || state === 'running';
  const moments = {
    requested: () => <Moment at={progress!.requested_at!} />,
    until: () => <Moment at={times!.keptUntil} />,
  };
  const startAgain = () => {
    setIsAgain(true);
    return start();
  };
  return (
    <div className="stack">
      {/* Separate live region. Otherwise screen readers would read every progress step. */}
      <p className="sr-only" role="status">
        {isPreparing && <span>{t(messages.exportPreparing)}</span>}
        {isReady && <span key={progress!.requested_at}>{t(messages.exportReady)}</span>}
      </p>
      {/* Always the same element above the optional ones, so the button keeps its position and focus. */}
      <div className="cluster">
        <Button
          variant={isReady ? 'primary' : 'secondary'}
          icon="download"
          loading={isPreparing || busy}
          onClick={() => (isReady ? download() : start())}
        >
          {isReady ? t(messages.downloadData) : t(messages.exportData)}
        </Button>
        {(isReady || isAgain) && (
          <Button
            variant="ghost"
            loading={isPreparing}
            aria-disabled={isReady && !mayAgain}
            aria-describedby={isReady ? timesId : undefined}
            onClick={startAgain}
          >
            {t(messages.prepareAgain)}
          </Button>
        )}
      </div>
      {isPreparing && (
        <Progress
          label={t(messages.exportProgress)}
          max={progress!.total || 1}
          {...(state === 'running' ? { value: progress!.done, showValue: true } : {})}
        />
      )}
      {state === 'failed' && (
        <Notice tone="red" title={t(messages.exportFailedTitle)}>
          {t(messages.exportFailedExplanation)}
        </Notice>
      )}
      {problem && (
        <Notice tone="red" title={t(messages.exportLoadFailedTitle)}>
          {problem}
        </Notice>
      )}
      {times && (
        <Notice tone="green" title={t(messages.exportReadyTitle)}>
          <span id={timesId}>
            {mayAgain ? (
              <span key="again">
                <RichMessage message={messages.exportTimes} values={moments} />
              </span>
            ) : (
              <span key="fresh">
                <DeadlineMessage message={messages.freshExportTimes} values={moments} until={times.againFrom} />
              </span>
            )}
          </span>
        </Notice>
      )}
    </div>
  );
}

/** Returns whether a time has passed by the server's clock, and updates while the page is open. */
function useHasPassed(at: string | undefined): boolean {
  const [downloadedAt, setDownloadedAt] = useState<string>();
  useEffect(() => {
    if (!at) return;
    const timer = setTimeout(() => setDownloadedAt(at), Math.max(0, Date.parse(at) - getServerNow()));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== undefined && downloadedAt === at;
}
