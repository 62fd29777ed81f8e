import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { attempt } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../support.messages.ts';
import type { RequestLine, RequestPage } from '../support.schema.ts';
import { TOPIC_LABELS } from '../support-topics.schema.ts';
import { RequestStateBadge } from './request-state.tsx';

const loadPage = (before?: string): Promise<RequestPage> =>
  unwrap(browserApi().api.support.requests.$get({ query: before ? { before } : {} }));

/** The user's requests to support, most recently changed first. Renders nothing if there are no requests. */
export default function OwnRequests() {
  const t = useTranslator();
  const firstPage = useQuery('support requests', () => loadPage());
  const [older, setOlder] = useState<RequestPage>();
  useLive(['person'], firstPage.refresh);
  if (!firstPage.data && firstPage.failed) {
    return (
      <section className="stack" aria-labelledby="own-requests">
        <h2 id="own-requests" className="text-xl">
          {t(messages.ownTitle)}
        </h2>
        <ErrorState title={t(messages.ownFailed)} onRetry={firstPage.reload} retrying={firstPage.loading}>
          {t(shared.tryAgainHint)}
        </ErrorState>
      </section>
    );
  }
  if (!firstPage.data || firstPage.data.requests.length === 0) return null;
  // A request moves to the first page when it changes.
  const ids = new Set(firstPage.data.requests.map(({ id }) => id));
  const shown = [...firstPage.data.requests, ...(older?.requests ?? []).filter(({ id }) => !ids.has(id))];
  const next = older ? older.next : firstPage.data.next;
  const loadOlder = async () => {
    const page = await attempt(() => loadPage(next!), undefined, t(messages.ownFailed));
    if (page) setOlder({ requests: [...(older?.requests ?? []), ...page.requests], next: page.next });
  };
  return (
    <section className="stack" aria-labelledby="own-requests">
      <h2 id="own-requests" className="text-xl">
        {t(messages.ownTitle)}
      </h2>
      <ul className="stack gap-2">
        {shown.map((request) => (
          <li key={request.id}>
            <RequestLink request={request} />
          </li>
        ))}
      </ul>
      {next && (
        <Button variant="secondary" className="self-start" onClick={loadOlder}>
          {t(messages.ownMore)}
        </Button>
      )}
    </section>
  );
}

function RequestLink({ request }: { request: RequestLine }) {
  const t = useTranslator();
  return (
    <Link to={paths.supportRequest(request.id)} className="panel panel-sm card grid gap-1 no-underline">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{t(TOPIC_LABELS[request.topic])}</span>
        <RequestStateBadge state={request.state} />
      </span>
      <span className="truncate text-text">{request.excerpt}</span>
      <span className="text-sm text-muted">
        <Moment at={request.updated_at} />
      </span>
    </Link>
  );
}
