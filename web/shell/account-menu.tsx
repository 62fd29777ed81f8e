import { paths } from '../../content/paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Account } from './navigation.ts';

type AccountMenuProps = { account: NonNullable<Account>; onSignOut?: () => void };

type AccountItem = { label: string; to: string; icon: IconName };

const ADMIN_ITEMS: readonly AccountItem[] = [
  { label: 'Admin console', to: paths.admin, icon: 'tools' },
  { label: 'Orders and disputes', to: paths.adminOrders, icon: 'card' },
  { label: 'Concierge desk', to: paths.concierge, icon: 'phone' },
];

/** What a signed-in person finds under their name; the console only admins. */
export const accountItems = (account: NonNullable<Account>): AccountItem[] => [
  { label: 'Dashboard', to: paths.dashboard, icon: 'home' },
  { label: 'Find', to: paths.find, icon: 'search' },
  { label: 'Play', to: paths.matches, icon: 'play' },
  { label: 'Squads', to: paths.squads, icon: 'planet' },
  { label: 'LFG', to: paths.lfg, icon: 'users' },
  { label: 'Inbox', to: paths.inbox, icon: 'mail' },
  { label: 'Money', to: paths.money, icon: 'wallet' },
  { label: 'Squad requests', to: paths.invitations, icon: 'work' },
  { label: 'Tools', to: paths.tools, icon: 'sparkle' },
  { label: 'Profile', to: account.to ?? paths.onboarding, icon: 'user' },
  { label: 'Crew DNA', to: paths.crewDna, icon: 'ball' },
  { label: 'Account', to: paths.protocolAccount, icon: 'settings' },
  { label: 'Standing', to: paths.standing, icon: 'shield' },
  ...(account.isAdmin ? ADMIN_ITEMS : []),
];

export function AccountMenu({ account, onSignOut }: AccountMenuProps) {
  return (
    <Menu
      label={`Menu of ${account.name}`}
      triggerClassName="account-button"
      trigger={
        <>
          <Avatar name={account.name} src={account.avatarUrl} size={36} decorative />
          <span className="account-name">{account.name}</span>
          <Icon name="chevron-down" size={16} />
        </>
      }
      items={[...accountItems(account), { label: 'Sign out', onSelect: onSignOut, icon: 'logout', tone: 'red' }]}
    />
  );
}
