import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
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
import type { SecurityActivityQuery, SecurityEventLine } from '../security-events/security-events.schema.ts';
import { ACTIVITY_FILTER_LABELS, toMarkBadges } from '../security-events/security-events.wording.ts';
import { runSecurityAction } from './security-action.ts';

const formatWhen = (iso: string) => formatReaderTime(iso, 'exact', getReader());

const EMPTY: Record<SecurityActivityQuery['show'], string> = {
  all: 'Nothing yet. New sign-ins and changes will show up here.',
  changes: 'Nothing in your account has changed.',
  failures: 'No failed attempts in the last 90 days.',
  reports: 'No reports from your browsers.',
};

const FILTER_EXPLANATIONS: Partial<Record<SecurityActivityQuery['show'], string>> = {
  failures: 'Someone tried to get in and failed. Attempts in the same hour share one entry.',
  reports: "Browsers signed in to your account reported these. We didn't see them ourselves, so they may be wrong.",
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
      setState((old) => (before ? { ...old, loading: true, failed: false } : NOTHING));
      const query = { show, ...(before ? { before: String(before) } : {}) };
      const page = await unwrap(browserApi().api.account.journal.$get({ query })).catch(() => undefined);
      if (ownTurn !== turn.current) return;
      setState((old) =>
        page
          ? { lines: [...old.lines, ...page.lines], before: page.before, failed: false, loading: false }
          : { ...old, failed: true, loading: false },
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
  const [show, setShow] = useState<SecurityActivityQuery['show']>('all');
  const [asked, setAsked] = useState<SecurityEventLine>();
  const { lines, before, failed, loading, again, older } = useSecurityActivity(show);
  return (
    <Panel as="section" className="stack" aria-labelledby="journal">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="journal" className="text-xl">
          Security activity
        </h2>
        <Field label="Show" className="w-full sm:w-72">
          <Select
            options={ACTIVITY_FILTER_LABELS}
            value={show}
            onChange={(event) => setShow(event.target.value as SecurityActivityQuery['show'])}
          />
        </Field>
      </div>
      {FILTER_EXPLANATIONS[show] && <p className="text-mist text-sm">{FILTER_EXPLANATIONS[show]}</p>}
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <Line key={line.id} line={line} onNotMe={() => setAsked(line)} />
          ))}
        </ul>
      )}
      {loading && lines.length === 0 && (
        <SkeletonRegion label="Loading security activity" className="stack">
          <Skeleton className="h-12" shape="block" />
          <Skeleton className="h-12" shape="block" />
        </SkeletonRegion>
      )}
      {failed && (
        <ErrorState title="Couldn't load your security activity" onRetry={again}>
          Check your connection and try again.
        </ErrorState>
      )}
      {!loading && !failed && lines.length === 0 && <p className="text-mist">{EMPTY[show]}</p>}
      {before !== null && !failed && <Pagination onNext={older} loading={loading} nextLabel="Older activity" />}
      <ReportCompromise line={asked} onClose={() => setAsked(undefined)} />
    </Panel>
  );
}

function Line({ line, onNotMe }: { line: SecurityEventLine; onNotMe: () => void }) {
  const doubtful = (line.kind === 'sign_in' || line.kind === 'change') && line.action !== 'not_me';
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0">
        <MarkedWords
          className="font-semibold wrap-anywhere"
          words={line.words}
          times={line.times}
          marks={toMarkBadges(line.marks)}
        />
        <p className="text-mist text-sm wrap-anywhere">
          {[formatWhen(line.created_at), line.device, line.place].filter(Boolean).join(' · ')}
        </p>
      </div>
      {doubtful && (
        <Button variant="ghost" size="sm" onClick={onNotMe}>
          This wasn't me
          <span className="sr-only">{`: ${line.words}, ${formatWhen(line.created_at)}`}</span>
        </Button>
      )}
    </li>
  );
}

function ReportCompromise({ line, onClose }: { line: SecurityEventLine | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const confirm = async () => {
    if (!line) return;
    let newPassword = false;
    const done = await runSecurityAction('', async () => {
      const answer = await unwrap(
        browserApi().api.account.journal[':id']['not-me'].$post({ param: { id: String(line.id) } }),
      );
      newPassword = answer.new_password;
    });
    onClose();
    if (!done) return;
    await clearLocalSession();
    showToast({
      title: 'All devices are signed out',
      description: newPassword
        ? "We've sent you an email to choose a new password. The old one no longer works."
        : "Sign in again, then remove any passkeys and sign-ins you don't recognize.",
      tone: 'success',
    });
    await navigate(paths.auth);
  };
  return (
    <ConfirmDialog
      open={line !== undefined}
      tone="danger"
      title="Was someone else in your account?"
      confirmLabel="Sign out everywhere"
      onConfirm={confirm}
      onCancel={onClose}
    >
      {line && (
        <div className="stack">
          <p className="wrap-anywhere">
            {`“${line.words}”, ${[formatWhen(line.created_at), line.device, line.place].filter(Boolean).join(', ')}`}
          </p>
          <p>
            All devices will be signed out, including this one, and connected apps will be disconnected. If your account
            has a password, it will stop working. We'll email you to choose a new one.
          </p>
        </div>
      )}
    </ConfirmDialog>
  );
}
