import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { formatDollars } from '../../../messages/amounts.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { ReconcileProgress, Report } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';

const POLL_INTERVAL_MS = 2_000;
const DIFFERENCES_SHOWN = 20;

/** Returns when the worker compares the books today. Needs the date, because daylight saving time shifts local time. */
const getComparisonTime = () => `${new Date().toISOString().slice(0, 10)}T04:10:00Z`;

/** Shows whether the books match the payment provider, with a button to compare them now. */
export function Reconcile({ reports, progress }: { reports: Report[]; progress: ReconcileProgress | null }) {
  const t = useTranslator();
  const { run } = useAction();
  const { revalidate } = useRevalidator();
  const isComparing = progress?.state === 'waiting' || progress?.state === 'running';
  useEffect(() => {
    if (!isComparing) return;
    const timer = setInterval(() => void revalidate(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isComparing, revalidate]);

  const compare = (
    <Button
      variant="secondary"
      loading={isComparing}
      onClick={() => run(() => browserApi().api.admin.reconcile.$post())}
    >
      {t(messages.compareNow)}
    </Button>
  );
  return (
    <div className="stack">
      {/* A separate status region, because a screen reader would read every step of the progress. */}
      <p className="sr-only" role="status">
        {isComparing && <span>{t(messages.comparingStatus)}</span>}
        {progress?.state === 'done' && <span key={progress.requestedAt}>{t(messages.comparisonFinished)}</span>}
      </p>
      {isComparing && (
        <Progress
          label={t(messages.comparing)}
          max={progress.total}
          {...(progress.state === 'running' ? { value: progress.done, showValue: true } : {})}
        />
      )}
      {progress?.state === 'failed' && (
        <Notice tone="red" title={t(messages.comparisonFailed)}>
          {t(messages.comparisonFailedHint)}
        </Notice>
      )}
      <LatestReport report={reports[0]} action={compare} />
    </div>
  );
}

function LatestReport({ report, action }: { report: Report | undefined; action: React.ReactNode }) {
  const t = useTranslator();
  if (!report) {
    return (
      <Notice tone="neutral" title={t(messages.notComparedYet)} action={action}>
        <RichMessage
          message={messages.comparisonTime}
          values={{ time: () => <Moment at={getComparisonTime()} as="clock" /> }}
        />
      </Notice>
    );
  }
  const { differences } = report;
  const isDifferent = differences.length > 0;
  return (
    <Notice
      tone={isDifferent ? 'red' : 'green'}
      title={isDifferent ? t(messages.figuresDiffer, { count: differences.length }) : t(messages.booksAgree)}
      action={action}
    >
      <span>
        <RichMessage
          message={messages.ordersCompared}
          values={{ count: report.ordersChecked, time: () => <Moment at={report.startedAt} /> }}
        />
      </span>
      {isDifferent && (
        <ul className="stack gap-1 pt-2">
          {differences.slice(0, DIFFERENCES_SHOWN).map((one) => (
            <li key={one.orderId + one.what}>
              {t(messages.figureDifference, {
                order: one.orderId,
                figure: one.what,
                ourAmount: formatDollars(t, one.ledger),
                theirAmount: formatDollars(t, one.processor),
              })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
