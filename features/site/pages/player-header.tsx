import { PlayerBar } from '../../../web/shell/player-bar.tsx';
import type { HeaderAccount } from '../../../web/use-header-account.ts';
import Bell from '../../notifications/ui/bell.tsx';
import { InboxCount } from '../../notifications/ui/inbox-count.tsx';

type PlayerHeaderProps = { account: HeaderAccount; onSignOut: () => void };

export default function PlayerHeader({ account, onSignOut }: PlayerHeaderProps) {
  return <PlayerBar account={account} onSignOut={onSignOut} bell={<Bell key={account.id} />} count={<InboxCount />} />;
}
