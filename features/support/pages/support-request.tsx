import { useEffect, useRef } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { loadPage, useLiveData } from '../../../web/load-page.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import * as messages from '../support.messages.ts';
import type { Conversation } from '../support.schema.ts';
import { TOPIC_LABELS } from '../support-topics.schema.ts';
import { type ConversationActions, ConversationPanel } from '../ui/conversation-panel.tsx';
import { RequestStateBadge } from '../ui/request-state.tsx';

const KEY = /^#([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** How often a visitor's page polls for answers. Signed-in users get them live. */
const VISITOR_POLL_MS = 20_000;

/** Returns the key from the fragment of our email's link, which is never sent to a server. */
const readKey = (): string | undefined => KEY.exec(window.location.hash)?.[1];

const loadConversation = (id: string, key: string | undefined): Promise<Conversation> => {
  const { support } = browserApi().api;
  if (!key) return unwrap(support.requests[':id'].$get({ param: { id } }));
  return unwrap(support.visitors[':id'].$post({ param: { id }, json: { key } }));
};

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  const key = readKey();
  if (!key) await requireSignedIn(request);
  return { id, key, loaded: await loadPage(() => loadConversation(id, key)) };
}
clientLoader.hydrate = true as const;

export function meta({ matches, params }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.conversationTitle),
    description: readerTranslator(messages.conversationMetaDescription),
    path: paths.supportRequest(params.id ?? ''),
    index: false,
  });
}

const createCrumbs = (t: Translator) => [
  { label: t(messages.crumbHelp), to: paths.help },
  { label: t(messages.conversationTitle) },
];

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page-narrow pb-16">
      <PageTitle title={t(messages.conversationTitle)} breadcrumb={createCrumbs(t)} />
      <SkeletonRegion label={t(messages.conversationLoading)} className="stack">
        <Skeleton shape="block" className="h-24" />
        <Skeleton shape="block" className="h-24" />
      </SkeletonRegion>
    </div>
  );
}

export default function SupportRequestPage() {
  const t = useTranslator();
  const { id, key, loaded } = useLoaderData<typeof clientLoader>();
  if (loaded.data) return <LoadedRequest key={id} id={id} visitorKey={key} initialData={loaded.data} />;
  return (
    <div className="page-narrow pb-16">
      <PageTitle title={t(messages.conversationTitle)} breadcrumb={createCrumbs(t)} />
      {loaded.refusal === null ? (
        <PageLoadError title={t(messages.conversationFailedTitle)}>{t(shared.tryAgainHint)}</PageLoadError>
      ) : (
        <EmptyState
          icon="help"
          title={t(messages.conversationGoneTitle)}
          action={<ButtonLink to={paths.help}>{t(messages.conversationNew)}</ButtonLink>}
        >
          {t(messages.conversationGone)}
        </EmptyState>
      )}
    </div>
  );
}

type LoadedProps = { id: string; visitorKey: string | undefined; initialData: Conversation };

function LoadedRequest({ id, visitorKey: key, initialData }: LoadedProps) {
  const t = useTranslator();
  const { data, behind, refresh } = useLiveData(initialData, ['person'], () => loadConversation(id, key));
  usePolling(refresh, key !== undefined);
  const { support } = browserApi().api;
  const actions: ConversationActions = key
    ? {
        reply: (message) => support.visitors[':id'].messages.$post({ param: { id }, json: { ...message, key } }),
        solve: () => support.visitors[':id'].solved.$post({ param: { id }, json: { key } }),
        refresh,
      }
    : {
        reply: (message) => support.requests[':id'].messages.$post({ param: { id }, json: message }),
        solve: () => support.requests[':id'].solved.$post({ param: { id } }),
        refresh,
      };
  return (
    <div className="page-narrow pb-16">
      <PageTitle
        title={t(TOPIC_LABELS[data.topic])}
        breadcrumb={createCrumbs(t)}
        actions={<RequestStateBadge state={data.state} />}
      />
      <CatchingUpNotice behind={behind && key === undefined} />
      <ConversationPanel conversation={data} actions={actions} />
    </div>
  );
}

function usePolling(refresh: () => Promise<unknown>, isOn: boolean): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current().catch(() => {});
    }, VISITOR_POLL_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
