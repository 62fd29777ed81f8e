import { useEffect, useRef } from 'react';
import { english } from '../../../messages/lazy-text.ts';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { DeskRequest } from '../../support/support.schema.ts';
import { type RequestState, TOPIC_LABELS } from '../../support/support-topics.schema.ts';
import { DeskAnswerForm } from './support-desk-answer.tsx';
import { DeskContext } from './support-desk-context.tsx';
import { DESK_STATES } from './support-desk-labels.ts';
import { DeskMessages } from './support-desk-messages.tsx';
import { DeskNotes } from './support-desk-notes.tsx';

type Props = {
  id: string;
  /** Whether the admin opened the request from the list. If so, its heading gets the focus. */
  isOpened: boolean;
  onChange: () => Promise<unknown>;
};

/** One request with its context, conversation and notes, and a form to answer it. */
export function DeskRequestPanel({ id, isOpened, onChange }: Props) {
  const query = useQuery(`desk request ${id}`, () => browserApi().api.admin.support[':id'].$get({ param: { id } }));
  useLive(['console'], query.refresh);
  const request = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = request !== undefined;
  useEffect(() => {
    if (isOpened && isLoaded) heading.current?.focus();
  }, [isOpened, isLoaded]);
  if (!request && query.failed) {
    return (
      <ErrorState title="Couldn't load this request" onRetry={query.reload} retrying={query.loading}>
        It may have been deleted with its account.
      </ErrorState>
    );
  }
  if (!request) {
    return (
      <SkeletonRegion label="Loading the request" className="stack">
        <Skeleton className="h-32 w-full" shape="block" />
        <Skeleton className="h-32 w-full" shape="block" />
      </SkeletonRegion>
    );
  }
  const refresh = async () => {
    await Promise.all([query.refresh(), onChange()]).catch(() => {});
  };
  return (
    <div className="stack-lg min-w-0">
      <Panel as="section" padding="sm" className="stack" aria-labelledby="desk-request">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 ref={heading} id="desk-request" className="text-lg wrap-anywhere" tabIndex={-1}>
            {english(TOPIC_LABELS[request.topic])}
          </h2>
          <Badge tone={request.state === 'open' ? 'gold' : 'neutral'}>{DESK_STATES[request.state].label}</Badge>
        </div>
        <DeskContext request={request} />
        <DeskButtons request={request} onDone={refresh} />
      </Panel>
      <DeskMessages request={request} />
      <DeskAnswerForm request={request} onDone={refresh} />
      <DeskNotes request={request} onDone={refresh} />
    </div>
  );
}

/** Buttons that assign the request or change its state without an answer. */
function DeskButtons({ request, onDone }: { request: DeskRequest; onDone: () => Promise<void> }) {
  const { user } = useAuth();
  const { id, version } = request;
  const desk = browserApi().api.admin.support[':id'];
  const isMine = request.taken_by?.id === user?.id;
  const assign = async () => {
    const done = isMine ? 'Released' : 'Assigned to you';
    await attempt(() => desk.assignment.$put({ param: { id }, json: { mine: !isMine } }), done);
    await onDone();
  };
  const setState = async (state: RequestState) => {
    const done = state === 'open' ? 'Reopened' : 'Closed';
    await attempt(() => desk.state.$put({ param: { id }, json: { state, version } }), done);
    await onDone();
  };
  return (
    <div className="cluster">
      <Button size="sm" variant="secondary" icon="user" onClick={assign}>
        {isMine ? 'Release' : 'Assign to me'}
      </Button>
      {request.state === 'closed' ? (
        <Button size="sm" variant="secondary" icon="refresh" onClick={() => setState('open')}>
          Reopen
        </Button>
      ) : (
        <Button size="sm" variant="secondary" icon="check" onClick={() => setState('closed')}>
          Close
        </Button>
      )}
    </div>
  );
}
