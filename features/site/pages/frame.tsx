import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useMatches, useRouteLoaderData } from 'react-router';
import { links } from '../../../content/links.ts';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { InlineActionsContext, type ResolveInlineActions } from '../../../web/inline-actions.ts';
import { PageError } from '../../../web/page-error.tsx';
import { KeptPreview } from '../../../web/shell/kept-preview.tsx';
import { NavigationProgress } from '../../../web/shell/navigation-progress.tsx';
import { PageFrame } from '../../../web/shell/page-frame.tsx';
import { type HeaderAccount, useHeaderAccount } from '../../../web/use-header-account.ts';
import * as messages from '../site.messages.ts';
import type { SiteFacts } from '../site.schema.ts';

const SOCIAL = { follow: links.xProfile, community: links.xCommunity, chat: links.chatInvite };

/** Only the server renders the preview of the header, so browsers don't load its code. */
const HeaderPreview = import.meta.env.SSR
  ? (await import('../../../web/shell/player-bar-preview.tsx')).PlayerBarPreview
  : KeptPreview;

/** Fallback for chunks that the page works without. */
const loadNothing = () => ({ default: () => null });
/** A queue ready check can appear on any page. */
const ReadyCheck = lazy(() => import('../../queue/ui/ready-check.tsx').catch(loadNothing));

/** Only loaded while something is switched off. */
const OperatingNotice = lazy(() =>
  import('../ui/operating-notice.tsx').then(({ OperatingNotice: notice }) => ({ default: notice })),
);

type PlayerHeader = ComponentType<{ account: HeaderAccount; onSignOut: () => void }>;

/**
 * Loads the signed-in header; until then, its preview stays. Without the header there's no navigation, so the fallback
 * is a link to the home page, which loads the header again.
 */
function usePlayerHeader(isNeeded: boolean): PlayerHeader | undefined {
  const [header, setHeader] = useState<{ default: PlayerHeader }>();
  useEffect(() => {
    if (!isNeeded) return;
    import('./player-header.tsx').catch(() => ({ default: HomeLink })).then(setHeader);
  }, [isNeeded]);
  return header?.default;
}
const HomeLink = () => {
  const t = useTranslator();
  return (
    <a href={paths.dashboard} className="btn btn-ghost btn-sm ms-auto">
      {t(messages.dashboard)}
    </a>
  );
};

/** Keeps tabs in sync and asks the player to sign in when the session has ended elsewhere. */
const SessionSync = lazy<ComponentType<{ userId: string | null | undefined }>>(() =>
  import('../../accounts/ui/session-sync.tsx').catch(loadNothing),
);

let actInPlace: Promise<ResolveInlineActions> | undefined;
/** Only loaded when there are messages. If loading fails, players can still act on each message's own page. */
const loadInlineActions = (): Promise<ResolveInlineActions> => {
  actInPlace ??= import('./inline-answers.ts').then(
    ({ runInlineAnswer }) => runInlineAnswer,
    () => () => undefined,
  );
  return actInPlace;
};

/** Created once, so that the page isn't rendered again whenever the header learns something about the account. */
const PAGE = <Outlet />;

/** The header, navigation and footer around every page. */
function Frame({ children = PAGE }: { children?: ReactNode }) {
  const site = useRouteLoaderData<SiteFacts>('root');
  const isMissing = useMatches().at(-1)?.id === 'pages/not-found';
  const { account, shown, signOut } = useHeaderAccount();
  const PlayerHeader = usePlayerHeader(!!shown);
  // Stays true once someone has signed in, so session sync stays mounted after they sign out.
  const wasSignedIn = useRef(false);
  wasSignedIn.current ||= account !== undefined && account !== null;
  return (
    <InlineActionsContext value={loadInlineActions}>
      <PageFrame
        missing={isMissing}
        social={SOCIAL}
        account={shown && !PlayerHeader ? undefined : shown}
        preview={<HeaderPreview />}
        member={shown && PlayerHeader && <PlayerHeader account={shown} onSignOut={signOut} />}
        demo={site?.demo ?? false}
        languages={site?.languages}
      >
        <NavigationProgress />
        {site && (site.read_only || Boolean(site.off?.length)) && (
          <Suspense>
            <OperatingNotice read_only={site.read_only} off={site.off} />
          </Suspense>
        )}
        {children}
        {account && (
          <Suspense>
            <ReadyCheck key={account.id} />
          </Suspense>
        )}
        {wasSignedIn.current && (
          <Suspense>
            <SessionSync userId={account === null ? null : account?.id} />
          </Suspense>
        )}
      </PageFrame>
    </InlineActionsContext>
  );
}

// The build wraps this export by name. A function declared on the same line wouldn't be visible to the code below.
export default Frame;

/** Keeps the navigation and pending actions visible for signed-in players when a page fails to load. */
export function ErrorBoundary() {
  return (
    <Frame>
      <PageError />
    </Frame>
  );
}
