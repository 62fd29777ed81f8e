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

/** If a chunk visitors don't load fails to load, the page works without it. */
const without = () => ({ default: () => null });
/** A queue ready check can come up on any page. */
const ReadyCheck = lazy(() => import('../../queue/ui/ready-check.tsx').catch(without));

/** Without the header there's no navigation, so the fallback links to the home page, where it's loaded again. */
const PlayerHeader = lazy<ComponentType<{ account: HeaderAccount; onSignOut: () => void }>>(() =>
  import('./player-header.tsx').catch(() => ({ default: HomeLink })),
);
const HomeLink = () => (
  <a href={paths.dashboard} className="btn btn-ghost btn-sm ml-auto">
    Dashboard
  </a>
);

/** Same fallback: this keeps tabs in sync and asks for a sign-in when the session has ended elsewhere. */
const SessionSync = lazy<ComponentType<{ userId: string | null | undefined }>>(() =>
  import('../../accounts/ui/one-session.tsx').catch(without),
);

let actInPlace: Promise<RunInlineAction> | undefined;
/** Only loaded when there are messages; if loading fails, they're answered on their own pages. */
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
  // Stays true once someone has signed in, for what follows a session.
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

// The build wraps this export by name; a function declared on the same line wouldn't be visible to the one below.
export default Frame;

/** When a page fails to load, signed-in players keep the navigation and their pending actions. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  );
}
