import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { data, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useParams } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, isMissing, serverApi, toPageError, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { SupportLink } from '../../../web/support-link.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import { OwnBanNotice } from '../../moderation/ui/own-ban-notice.tsx';
import { useHiddenPlayers } from '../../profiles/ui/use-hidden.ts';
import * as messages from '../lfg.messages.ts';
import { isFeatured } from '../lfg.rules.ts';
import type { Listing, ListingOwnerSide } from '../lfg.schema.ts';
import { formatListingSummary } from '../listing-summary.wording.ts';
import { ApplicantPanel } from '../ui/applicant-panel.tsx';
import { FeaturedBadge } from '../ui/featured-badge.tsx';
import { HiddenListing } from '../ui/hidden-listing.tsx';
import { ListingFacts } from '../ui/listing-facts.tsx';
import { ListingWeek } from '../ui/listing-week.tsx';
import { SeatBadges, SeatsCourt } from '../ui/seats.tsx';

/** Live topics that change the viewer's own data on this page, such as applications and chats. */
const OWN_TOPICS = ['application', 'applicants', 'thread', 'messages'];
const LISTING_TOPICS = ['listing'];

const ThreadPanel = lazy(async () => ({
  default: (await import('../../threads/ui/thread-panel.tsx')).ThreadPanel,
}));
const OwnerPanel = lazy(async () => ({ default: (await import('../ui/owner-panel.tsx')).OwnerPanel }));

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const found = await unwrap(serverApi(context).api.lfg.listings[':id'].$get({ param: { id: params.id ?? '' } }));
    return data<Listing | null>(found as Listing);
  } catch (error) {
    if (isMissing(error)) return data<Listing | null>(null, { status: 404 });
    throw toPageError(error);
  }
}

export function meta({ matches, params, loaderData: listing }: MetaArgs<typeof loader>) {
  const path = paths.listing(params.id ?? '');
  if (!listing) {
    const description = readerTranslator(messages.listingMetaDescription);
    return createPageMeta(matches, {
      title: readerTranslator(messages.listingMetaTitle),
      description,
      path,
      index: false,
    });
  }
  return createPageMeta(matches, {
    title: listing.title,
    description: formatListingSummary(readerTranslator, listing),
    path,
    image: endpoints.listingPicture(listing.id),
    index: listing.status === 'active',
  });
}

const createBreadcrumb = (t: Translator, label: string) => [{ label: t(messages.lfgCrumb), to: paths.lfg }, { label }];

export default function ListingPage() {
  const listing = useLoaderData<typeof loader>();
  const id = useParams().id ?? '';
  const hiddenIds = useHiddenPlayers(listing ? [listing.user_id] : []);
  if (!listing) return <HiddenOrMissing key={id} id={id} />;
  if (hiddenIds.has(listing.user_id)) return <ListingNotFound />;
  return <VisibleListing listing={listing} />;
}

/**
 * Shown when the listing doesn't exist or its owner's ban hides it. The owner and the applicants still see a hidden
 * listing.
 */
function HiddenOrMissing({ id }: { id: string }) {
  const { user } = useAuth();
  const { data, refresh, reload } = useQuery(user?.id && `${user.id} ${id}`, () =>
    browserApi().api.lfg.listings[':id'].mine.$get({ param: { id } }),
  );
  useLive(OWN_TOPICS, refresh);
  const side = data as ListingOwnerSide | undefined;
  return side?.hidden ? (
    <BanHiddenListing id={id} side={side} hidden={side.hidden} refresh={reload} />
  ) : (
    <ListingNotFound />
  );
}

function VisibleListing({ listing: initial }: { listing: Listing }) {
  const t = useTranslator();
  const { listing, side, viewer, signedIn, known, refresh } = useLiveListing(initial);
  if (side?.hidden) return <BanHiddenListing id={listing.id} side={side} hidden={side.hidden} refresh={refresh} />;
  const acceptedApplicants = side?.applicants.filter((each) => each.status === 'accepted') ?? [];
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={createBreadcrumb(t, listing.title)}
        title={<span className="wrap-anywhere">{listing.title}</span>}
        lead={
          <RichMessage
            message={messages.byOwnerLink}
            values={{
              name: listing.owner.display_name,
              link: (children) => <Link to={paths.profile(listing.user_id)}>{children}</Link>,
            }}
          />
        }
        actions={<ShareActions path={paths.listing(listing.id)} title={listing.title} />}
      />
      <OwnBanNotice signedIn={signedIn} />
      {listing.status !== 'active' && (
        <Notice
          tone="gold"
          title={listing.complete ? t(messages.groupComplete) : t(messages.listingEnded, { status: listing.status })}
        >
          {side?.mine && listing.status === 'expired' ? t(messages.renewHint) : t(messages.closedHint)}
        </Notice>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,24rem)_1fr]">
        <SeatsCourt listing={listing} size="full" players={acceptedApplicants} />
        <div className="stack">
          {isFeatured(listing.boost_expires_at, new Date()) && (
            <p>
              <FeaturedBadge />
            </p>
          )}
          <SeatBadges listing={listing} />
          <ListingFacts listing={listing} />
          {listing.notes && (
            <Panel padding="sm">
              <p className="whitespace-pre-line wrap-anywhere">{listing.notes}</p>
            </Panel>
          )}
          {known && !side?.mine && (
            <ApplicantPanel listing={listing} side={side} signedIn={signedIn} onChange={refresh} />
          )}
        </div>
      </div>
      {side?.application && <OwnApplicationChat applicationId={side.application.id} />}
      <ListingWeek listing={listing} viewer={viewer} />
      {side?.mine && (
        <Suspense fallback={<Progress label={t(messages.applicantsLoading)} />}>
          <OwnerPanel
            listing={listing}
            side={side}
            onChange={refresh}
            talk={(applicationId) => <ApplicantChat applicationId={applicationId} />}
          />
        </Suspense>
      )}
      {signedIn && <SupportLink to={paths.helpAbout('listing', listing.id)} className="btn-flush self-start" />}
      <BackToAll />
    </div>
  );
}

type HiddenProps = {
  id: string;
  side: ListingOwnerSide;
  hidden: NonNullable<ListingOwnerSide['hidden']>;
  refresh: () => unknown;
};

/** Shown to the owner and applicants while a ban hides the listing. For everyone else, the page doesn't exist. */
function BanHiddenListing({ id, side, hidden, refresh }: HiddenProps) {
  const t = useTranslator();
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={createBreadcrumb(t, hidden.title)}
        title={<span className="wrap-anywhere">{hidden.title}</span>}
        lead={t(messages.hiddenLead)}
      />
      <OwnBanNotice signedIn />
      <HiddenListing id={id} side={side} status={hidden.status} onChange={refresh} />
      {side.application && <OwnApplicationChat applicationId={side.application.id} />}
      <BackToAll />
    </div>
  );
}

const OwnApplicationChat = ({ applicationId }: { applicationId: string }) => {
  const t = useTranslator();
  return (
    <Suspense fallback={<Progress label={t(messages.ownMessagesLoading)} />}>
      <ThreadPanel
        kind="application"
        follows={OWN_TOPICS}
        subjectId={applicationId}
        title={t(messages.ownMessagesTitle)}
        empty={t(messages.ownMessagesEmpty)}
      />
    </Suspense>
  );
};

const BackToAll = () => {
  const t = useTranslator();
  return (
    <p>
      <ButtonLink to={paths.lfg} variant="ghost" icon="arrow-left" className="btn-flush">
        {t(messages.backToListings)}
      </ButtonLink>
    </p>
  );
};

const ApplicantChat = ({ applicationId }: { applicationId: string }) => {
  const t = useTranslator();
  return (
    <Suspense fallback={<Progress label={t(messages.applicantMessagesLoading)} />}>
      <ThreadPanel
        kind="application"
        follows={OWN_TOPICS}
        subjectId={applicationId}
        empty={t(messages.applicantMessagesEmpty)}
      />
    </Suspense>
  );
};

/**
 * Returns the listing with live data. The page is the same for everyone and may come from a cache, so later changes and
 * the viewer's relation to the listing load in the browser.
 */
function useLiveListing(initial: Listing) {
  const { id } = initial;
  const { user, isLoading } = useAuth();
  const userId = user?.id;
  const [listing, setListing] = useState(initial);
  /** Undefined until we know whether it's the viewer's own listing. Neither side's buttons show before that. */
  const [side, setSide] = useState<ListingOwnerSide | null>();
  const profile = useQuery(userId, () => browserApi().api.profiles.me.$get()).data;
  const viewer = useMemo(() => profile && { ...profile, timezone: profile.timezone ?? 'UTC' }, [profile]);

  // Two streams trigger refreshes, so the result of an earlier request must not overwrite that of a later one.
  const requests = useRef({ last: 0, shown: 0 });
  const refresh = useCallback(async () => {
    requests.current.last += 1;
    const turn = requests.current.last;
    const api = browserApi().api.lfg.listings[':id'];
    const param = { id };
    const [publicListing, own] = await Promise.all([
      unwrap(api.$get({ param })).catch(() => null),
      userId ? unwrap(api.mine.$get({ param })).catch(() => undefined) : null,
    ]);
    if (turn < requests.current.shown) return;
    requests.current.shown = turn;
    if (publicListing) setListing(publicListing as Listing);
    // Data that couldn't be loaded keeps its previous value.
    setSide((now) => (own === undefined ? (now ?? null) : (own as ListingOwnerSide | null)));
  }, [id, userId]);

  useEffect(() => setListing(initial), [initial]);
  useLive(OWN_TOPICS, refresh);
  useLive(LISTING_TOPICS, refresh, { topics: [`listing:${id}`] });
  useEffect(() => {
    if (!isLoading) void refresh();
  }, [isLoading, refresh]);

  const isReady = !isLoading && (!userId || side !== undefined);
  return { listing, side: side ?? null, viewer, signedIn: Boolean(userId), known: isReady, refresh };
}

function ListingNotFound() {
  const t = useTranslator();
  return (
    <div className="page pb-16">
      <PageTitle
        breadcrumb={createBreadcrumb(t, t(messages.listingNotFound))}
        title={t(messages.listingNotFound)}
        lead={t(messages.listingNotFoundLead)}
      />
      <ButtonLink to={paths.lfg} icon="arrow-left">
        {t(messages.backToListings)}
      </ButtonLink>
    </div>
  );
}
