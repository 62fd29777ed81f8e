import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { links } from '../../../content/links.ts';
import { paths } from '../../../content/paths.ts';
import { InlineActionsContext, type RunInlineAction } from '../../../web/inline-actions.ts';
import { PageError } from '../../../web/page-error.tsx';
import { NavigationProgress } from '../../../web/shell/navigation-progress.tsx';
import { PageFrame } from '../../../web/shell/page-frame.tsx';
import { type HeaderAccount, useHeaderAccount } from '../../../web/use-header-account.ts';
import type { SiteFacts } from '../site.schema.ts';

const SOCIAL = { follow: links.xProfile, community: links.xCommunity, chat: links.chatInvite };

/** When what visitors do not load does not load, the page goes on without. */
const without = () => ({ default: () => null });
/** A check of the live queue waits for its answer wherever somebody is. */
const ReadyCheck = lazy(() => import('../../queue/ui/ready-check.tsx').catch(without));

/** Without it nobody gets anywhere: then there is at least the way home, where it is loaded again. */
const PlayerHeader = lazy<ComponentType<{ account: HeaderAccount; onSignOut: () => void }>>(() =>
  import('./player-header.tsx').catch(() => ({ default: HomeLink })),
);
const HomeLink = () => (
  <a href={paths.dashboard} className="btn btn-ghost btn-sm ml-auto">
    Dashboard
  </a>
);

/** The same of what keeps tabs of one mind, and asks for a sign-in when a session has ended elsewhere. */
const SessionSync = lazy<ComponentType<{ userId: string | null | undefined }>>(() =>
  import('../../accounts/ui/one-session.tsx').catch(without),
);

let actInPlace: Promise<RunInlineAction> | undefined;
/** Only who has messages loads it; when it does not load, they are answered on their pages. */
const readActInPlace = (): Promise<RunInlineAction> => {
  actInPlace ??= import('./inline-answers.ts').then(
    ({ runInlineAnswer }) => runInlineAnswer,
    () => () => undefined,
  );
  return actInPlace;
};

/** Header, navigation and footer around every page. */
function Frame({ children = <Outlet /> }: { children?: ReactNode }) {
  const site = useRouteLoaderData<SiteFacts>('root');
  const { account, signOut } = useHeaderAccount();
  // It stays for what comes after a session.
  const known = useRef(false);
  known.current ||= account !== undefined && account !== null;
  return (
    <InlineActionsContext value={readActInPlace}>
      <PageFrame
        social={SOCIAL}
        account={account}
        member={
          account && (
            <Suspense>
              <PlayerHeader account={account} onSignOut={signOut} />
            </Suspense>
          )
        }
        demo={site?.demo ?? false}
      >
        <NavigationProgress />
        {children}
        {account && (
          <Suspense>
            <ReadyCheck key={account.id} />
          </Suspense>
        )}
        {known.current && (
          <Suspense>
            <SessionSync userId={account === null ? null : account?.id} />
          </Suspense>
        )}
      </PageFrame>
    </InlineActionsContext>
  );
}

// The build wraps what it finds here by name: a function declared in this line would have none for the one below.
export default Frame;

/** What one page did not get leaves whoever is signed in the way to the others, and what waits for them. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  );
}
