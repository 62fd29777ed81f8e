import { lazy, Suspense, useState } from 'react';
import { data, type LoaderFunctionArgs, type MetaArgs, Outlet, useLoaderData } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, serverApi, toPageError, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { getHeadlineNameStyle } from '../../../web/ui/name-style.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import { VerifiedMark } from '../../../web/ui/verified-mark.tsx';
import * as messages from '../profiles.messages.ts';
import { formatProfileSummary } from '../profiles.rules.ts';
import type { PublicProfile } from '../profiles.schema.ts';
import { LiveBadge } from '../ui/live-badge.tsx';
import { ProfileBadges, ProfileView } from '../ui/profile-view.tsx';
import { useHiddenPlayers } from '../ui/use-hidden.ts';
import { useLivePlayers } from '../ui/use-live.ts';

const ProfileNotFound = lazy(async () => ({ default: (await import('../ui/profile-not-found.tsx')).ProfileNotFound }));
/** Loaded lazily, because visitors can't do anything here and haven't blocked anyone. */
const HiddenPlayerNotice = lazy(async () => ({
  default: (await import('../ui/hidden-player.tsx')).HiddenPlayerNotice,
}));
const ViewerActions = lazy(async () => ({ default: (await import('../ui/viewer-actions.tsx')).ViewerActions }));

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    return data<PublicProfile | null>(
      await unwrap(serverApi(context).api.profiles[':id'].$get({ param: { id: params.id ?? '' } })),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return data<PublicProfile | null>(null, { status: 404 });
    throw toPageError(error);
  }
}

export function meta({ matches, params, loaderData: profile }: MetaArgs<typeof loader>) {
  const path = paths.profile(params.id ?? '');
  if (!profile) {
    const description = readerTranslator(messages.profileMetaDescription);
    return createPageMeta(matches, {
      title: readerTranslator(messages.profileMetaTitle),
      description,
      path,
      index: false,
    });
  }
  return createPageMeta(matches, {
    title: profile.display_name,
    description: formatProfileSummary(readerTranslator, profile),
    path,
    image: `${endpoints.profilePicture(profile.id)}?v=${Date.parse(profile.updated_at)}`,
    jsonLd: createStructuredData(profile),
  });
}

const createStructuredData = (profile: PublicProfile) => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  dateCreated: profile.created_at,
  dateModified: profile.updated_at,
  mainEntity: {
    '@type': 'Person',
    identifier: profile.id,
    name: profile.display_name,
    description: profile.bio || formatProfileSummary(readerTranslator, profile),
    ...(profile.twitch_url ? { sameAs: [profile.twitch_url] } : {}),
  },
});

export default function Profile() {
  const profile = useLoaderData<typeof loader>();
  if (profile) return <Shown profile={profile} />;
  return (
    <Suspense>
      <ProfileNotFound />
    </Suspense>
  );
}

function Shown({ profile }: { profile: PublicProfile }) {
  const t = useTranslator();
  const { user } = useAuth();
  const isLive = useLivePlayers([profile]).has(profile.id);
  const wasHidden = useHiddenPlayers([profile.id]).has(profile.id);
  const [isBlocked, setBlocked] = useState<boolean>();
  if (isBlocked ?? wasHidden) {
    const unblock = () => setBlocked(false);
    return (
      <Suspense fallback={null}>
        <HiddenPlayerNotice
          id={profile.id}
          name={profile.display_name}
          onUnblocked={unblock}
          fallback={<ProfileNotFound />}
        />
      </Suspense>
    );
  }
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        className="pb-0"
        breadcrumb={[
          { label: t(messages.breadcrumbProtocol), to: paths.protocol },
          { label: t(messages.breadcrumbFind), to: paths.find },
          { label: profile.display_name },
        ]}
        title={
          <span className="flex items-center gap-4">
            <Avatar name={profile.display_name} src={profile.avatar_path} size={72} decorative />
            <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
              <span className="wrap-anywhere" style={getHeadlineNameStyle(profile.display_name)}>
                {profile.display_name}
              </span>
              {profile.verified && <VerifiedMark />}
              {isLive && <LiveBadge />}
            </span>
          </span>
        }
        lead={<ProfileBadges profile={profile} />}
      />
      {/* Always rendered, so that nothing shifts once the browser knows the viewer. */}
      <div className="cluster min-h-12">
        {user ? (
          <Suspense fallback={null}>
            <ViewerActions id={profile.id} name={profile.display_name} onBlocked={() => setBlocked(true)} />
          </Suspense>
        ) : (
          <VisitorActions profile={profile} />
        )}
      </div>
      <ProfileView profile={profile} />
      <Outlet context={profile.id} />
      <div>
        <ButtonLink to={paths.find} variant="ghost" icon="arrow-left" className="btn-flush">
          {t(messages.backToDirectory)}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Actions for visitors: share the profile, or sign in to do more. */
function VisitorActions({ profile }: { profile: PublicProfile }) {
  const t = useTranslator();
  const path = paths.profile(profile.id);
  return (
    <>
      <ButtonLink to={paths.authReturningTo(path)} icon="users">
        {t(messages.invite)}
      </ButtonLink>
      <ShareButton label={t(messages.share)} path={path} title={profile.display_name} size="md" />
    </>
  );
}
