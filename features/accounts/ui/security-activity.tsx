import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { clearLocalSession } from '../../../web/sign-out.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { MarkedWords } from '../../../web/ui/marked-words.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../accounts.messages.ts';
import type { SecurityActivityQuery, SecurityEventLine } from '../security-events/security-events.schema.ts';
import { listActivityFilters, toMarkBadges } from '../security-events/security-events.wording.ts';
import { runSecurityAction } from './security-action.ts';

const formatWhen = (t: Translator, iso: string) => formatReaderTime(t, iso, 'exact', getReader());

const EMPTY: Record<SecurityActivityQuery['show'], Message> = {
  all: messages.noActivity,
  changes: messages.noChanges,
  failures: messages.noFailures,
  reports: messages.noReports,
};

const FILTER_EXPLANATIONS: Partial<Record<SecurityActivityQuery['show'], Message>> = {
  failures: messages.failuresExplanation,
  reports: messages.reportsExplanation,
};

type State = { lines: SecurityEventLine[]; before: number | null; failed: boolean; loading: boolean };
const NOTHING: State = { lines: [], before: null, failed: false, loading: true };

/** Loads security events for one filter, page by page. */
function useSecurityActivity(show: SecurityActivityQuery['show']) {
  const [state, setState] = useState(NOTHING);
  const turn = useRef(0);
  const read = useCallback(
    async (before?: number) => {
      const ownTurn = ++turn.current;
      setState((previous) => (before ? { ...previous, loading: true, failed: false } : NOTHING));
      const query = { show, ...(before ? { before: String(before) } : {}) };
      const page = await unwrap(browserApi().api.account.journal.$get({ query })).catch(() => undefined);
      if (ownTurn !== turn.current) return;
      setState((previous) =>
        page
          ? { lines: [...previous.lines, ...page.lines], before: page.before, failed: false, loading: false }
          : { ...previous, failed: true, loading: false },
      );
    },
    [show],
  );
  useEffect(() => void read(), [read]);
  return {
    ...state,
    again: () => void read(state.lines.at(-1)?.id),
    older: () => void read(state.before ?? undefined),
  };
}

/** Shows the account's security activity, with a way to report that an event wasn't you. */
export function SecurityActivityPanel() {
  const t = useTranslator();
  const [show, setShow] = useState<SecurityActivityQuery['show']>('all');
  const [openLine, setDialogLine] = useState<SecurityEventLine>();
  const { lines, before, failed, loading, again, older } = useSecurityActivity(show);
  const explanation = FILTER_EXPLANATIONS[show];
  return (
    <Panel as="section" className="stack" aria-labelledby="journal">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="journal" className="text-xl">
          {t(messages.activityTitle)}
        </h2>
        <Field label={t(messages.activityFilter)} className="w-full sm:w-72">
          <Select
            options={listActivityFilters(t)}
            value={show}
            onChange={(event) => setShow(event.target.value as SecurityActivityQuery['show'])}
          />
        </Field>
      </div>
      {explanation && <p className="text-muted text-sm">{t(explanation)}</p>}
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <Line key={line.id} line={line} onNotMe={() => setDialogLine(line)} />
          ))}
        </ul>
      )}
      {loading && lines.length === 0 && (
        <SkeletonRegion label={t(messages.activityLoading)} className="stack">
          <Skeleton className="h-12" shape="block" />
          <Skeleton className="h-12" shape="block" />
        </SkeletonRegion>
      )}
      {failed && (
        <ErrorState title={t(messages.activityFailedTitle)} onRetry={again}>
          {t(messages.activityFailedExplanation)}
        </ErrorState>
      )}
      {!loading && !failed && lines.length === 0 && <p className="text-muted">{t(EMPTY[show])}</p>}
      {before !== null && !failed && (
        <Pagination onNext={older} loading={loading} nextLabel={t(messages.olderActivity)} />
      )}
      <ReportCompromise line={openLine} onClose={() => setDialogLine(undefined)} />
    </Panel>
  );
}

function Line({ line, onNotMe }: { line: SecurityEventLine; onNotMe: () => void }) {
  const t = useTranslator();
  const isDoubtful = (line.kind === 'sign_in' || line.kind === 'change') && line.action !== 'not_me';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <MarkedWords
          className="font-semibold wrap-anywhere"
          words={line.words}
          times={line.times}
          marks={toMarkBadges(t, line.marks)}
        />
        <p className="text-muted text-sm wrap-anywhere">
          {[formatWhen(t, line.created_at), line.device, line.place].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isDoubtful && (
        <Button variant="ghost" size="sm" onClick={onNotMe}>
          <RichMessage
            message={messages.notMe}
            values={{
              event: line.words,
              when: formatWhen(t, line.created_at),
              hidden: (children) => <span className="sr-only">{children}</span>,
            }}
          />
        </Button>
      )}
    </li>
  );
}

/** Describes an entry in one line: what happened, when and, if known, on which device and where. */
function quoteEvent(t: Translator, { words: event, created_at, device, place }: SecurityEventLine): string {
  const when = formatWhen(t, created_at);
  if (device && place) return t(messages.eventOnDeviceInPlace, { event, when, device, place });
  if (device) return t(messages.eventOnDevice, { event, when, device });
  return place ? t(messages.eventInPlace, { event, when, place }) : t(messages.eventAt, { event, when });
}

function ReportCompromise({ line, onClose }: { line: SecurityEventLine | undefined; onClose: () => void }) {
  const t = useTranslator();
  const navigate = useNavigate();
  const confirm = async () => {
    if (!line) return;
    let isNewPassword = false;
    const hasSucceeded = await runSecurityAction(t, '', async () => {
      const report = await unwrap(
        browserApi().api.account.journal[':id']['not-me'].$post({ param: { id: String(line.id) } }),
      );
      isNewPassword = report.new_password;
    });
    onClose();
    if (!hasSucceeded) return;
    await clearLocalSession();
    showToast({
      title: t(messages.signedOutEverywhereToast),
      description: isNewPassword ? t(messages.newPasswordEmailed) : t(messages.removeUnknownSignIns),
      tone: 'success',
    });
    await navigate(paths.auth);
  };
  return (
    <ConfirmDialog
      open={line !== undefined}
      tone="danger"
      title={t(messages.notMeTitle)}
      confirmLabel={t(messages.signOutEverywhere)}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {line && (
        <div className="stack">
          <p className="wrap-anywhere">{quoteEvent(t, line)}</p>
          <p>{t(messages.notMeExplanation)}</p>
        </div>
      )}
    </ConfirmDialog>
  );
}
