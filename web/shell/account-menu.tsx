import { paths } from '../../content/paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Account } from './navigation.ts';

type AccountMenuProps = { account: NonNullable<Account>; onSignOut?: () => void };

type AccountItem = { label: string; to: string; icon: IconName; count?: number };

/** What a signed-in person finds under their name; the console only admins. */
export const accountItems = (account: NonNullable<Account>): AccountItem[] => [
  { label: 'Dashboard', to: paths.dashboard, icon: 'planet' },
  { label: 'Find', to: paths.find, icon: 'search' },
  { label: 'Matches', to: paths.matches, icon: 'court' },
  { label: 'LFG', to: paths.lfg, icon: 'users' },
  { label: 'Inbox', to: paths.inbox, icon: 'mail', count: account.unread ?? 0 },
  { label: 'Money', to: paths.money, icon: 'wallet' },
  { label: 'Profile', to: account.to ?? paths.onboarding, icon: 'user' },
  { label: 'Account', to: paths.protocolAccount, icon: 'settings' },
  { label: 'Standing', to: paths.standing, icon: 'shield' },
  ...(account.isAdmin ? [{ label: 'Admin console', to: paths.admin, icon: 'tools' } as const] : []),
];

const unreadInWords = (count: number) => `${count} unread ${count === 1 ? 'message' : 'messages'}`;

export function AccountMenu({ account, onSignOut }: AccountMenuProps) {
  const unread = account.unread ?? 0;
  return (
    <Menu
      label={`Menu of ${account.name}${unread > 0 ? `, ${unreadInWords(unread)}` : ''}`}
      triggerClassName="account-button"
      trigger={
        <>
          <span className="relative shrink-0">
            <Avatar name={account.name} src={account.avatarUrl} size={36} decorative />
            {unread > 0 && (
              <span className="absolute -top-0.5 -right-0.5 size-3 rounded-chip border-2 border-surface bg-court" />
            )}
          </span>
          <span className="account-name">{account.name}</span>
          <Icon name="chevron-down" size={16} />
        </>
      }
      items={[...accountItems(account), { label: 'Sign out', onSelect: onSignOut, icon: 'logout', tone: 'red' }]}
    />
  );
}
