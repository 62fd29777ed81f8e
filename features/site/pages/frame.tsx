import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useRevalidator, useRouteLoaderData } from 'react-router';
import { links } from '../../../content/links.ts';
import { type ActInPlace, ActInPlaceContext } from '../../../web/act-in-place.ts';
import { type EndedSession, readEndedSession, subscribeEndedSession } from '../../../web/ended-session.ts';
import { PageError } from '../../../web/page-error.tsx';
import { NavigationProgress } from '../../../web/shell/navigation-progress.tsx';
import { PageFrame } from '../../../web/shell/page-frame.tsx';
import { useHeaderAccount } from '../../../web/use-header-account.ts';
import type { SiteFacts } from '../site.schema.ts';

const SOCIAL = { follow: links.xProfile, community: links.xCommunity, chat: links.chatInvite };

/** Visitors do not load it; when it does not load, the page goes on without. */
const forSignedIn = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })));
const Bell = forSignedIn(() => import('../../notifications/ui/bell.tsx'));
/** A check of the live queue waits for its answer wherever somebody is. */
const ReadyCheck = forSignedIn(() => import('../../queue/ui/ready-check.tsx'));

/** Nobody needs it until a session has ended. */
const SessionEnded = lazy<ComponentType<{ ended: EndedSession }>>(() => import('../../accounts/ui/session-ended.tsx'));

/** Tabs agree: who has signed out in another one sees nothing of theirs here, and who comes after them only their own. */
function useOneUser(userId: string | null | undefined): void {
  const revalidator = useRevalidator();
  const before = useRef(userId);
  const { revalidate } = revalidator;
  useEffect(() => {
    const last = before.current;
    before.current = userId;
    if (!last || userId === undefined || last === userId) return;
    if (userId) window.location.reload();
    // Who is asked to sign in again keeps their page meanwhile.
    else if (!readEndedSession()) void revalidate();
  }, [userId, revalidate]);
}

let actInPlace: Promise<ActInPlace> | undefined;
/** Only who has messages loads it; when it does not load, they are answered on their pages. */
const readActInPlace = (): Promise<ActInPlace> => {
  actInPlace ??= import('./answer-in-place.ts').then(
    ({ answerInPlace }) => answerInPlace,
    () => () => undefined,
  );
  return actInPlace;
};

/** Header, navigation and footer around every page. */
export default function Frame() {
  const site = useRouteLoaderData<SiteFacts>('root');
  const { account, signOut } = useHeaderAccount();
  const ended = useSyncExternalStore(subscribeEndedSession, readEndedSession, () => null);
  useOneUser(account === null ? null : account?.id);
  return (
    <ActInPlaceContext value={readActInPlace}>
      <PageFrame
        social={SOCIAL}
        account={account}
        onSignOut={signOut}
        bell={
          account && (
            <Suspense>
              <Bell key={account.id} />
            </Suspense>
          )
        }
        demo={site?.demo ?? false}
      >
        <NavigationProgress />
        <Outlet />
        {account && (
          <Suspense>
            <ReadyCheck key={account.id} />
          </Suspense>
        )}
        {ended && (
          <Suspense>
            <SessionEnded ended={ended} />
          </Suspense>
        )}
      </PageFrame>
    </ActInPlaceContext>
  );
}

export function ErrorBoundary() {
  return (
    <PageFrame social={SOCIAL} account={undefined}>
      <PageError />
    </PageFrame>
  );
}
