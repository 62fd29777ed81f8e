import { Outlet, useRouteLoaderData } from 'react-router';
import { links } from '../../content/links.ts';
import type { SiteFacts } from '../../features/site/site.schema.ts';
import { PageError } from '../page-error.tsx';
import { NavigationProgress } from '../shell/navigation-progress.tsx';
import { PageFrame } from '../shell/page-frame.tsx';
import { useHeaderAccount } from '../use-header-account.ts';

const SOCIAL = { follow: links.xProfile, community: links.xCommunity, chat: links.chatInvite };

/** Header, navigation and footer around every page. */
export default function Frame() {
  const site = useRouteLoaderData<SiteFacts>('root');
  const { account, signOut } = useHeaderAccount();
  return (
    <PageFrame social={SOCIAL} account={account} onSignOut={signOut} demo={site?.demo ?? false}>
      <NavigationProgress />
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  return (
    <PageFrame social={SOCIAL} account={undefined}>
      <PageError />
    </PageFrame>
  );
}
