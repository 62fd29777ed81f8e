import { useAuth } from '../../../web/auth-session.ts';
import { PlayerBar } from '../../../web/shell/player-bar.tsx';
import type { HeaderAccount } from '../../../web/use-header-account.ts';
import { InboxCount } from '../../notifications/ui/inbox-count.tsx';
import { InboxNews } from '../../notifications/ui/inbox-news.tsx';

type PlayerHeaderProps = { account: HeaderAccount; onSignOut: () => void };

export default function PlayerHeader({ account, onSignOut }: PlayerHeaderProps) {
  // The header may be shown before the session has been read.
  const { user } = useAuth();
  return (
    <>
      <PlayerBar account={account} onSignOut={onSignOut} count={<InboxCount />} />
      {user && <InboxNews key={user.id} />}
    </>
  );
}
