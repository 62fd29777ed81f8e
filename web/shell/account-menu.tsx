import { useState } from 'react';
import { NavLink } from 'react-router';
import { navigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hrefToPath } from './navigation.ts';

type AccountMenuProps = { account: NonNullable<Account>; onSignOut?: () => void };

type AccountItem = { label: string; to: string; icon: IconName };

const ADMIN_ITEMS: readonly AccountItem[] = [
  { label: 'Admin console', to: paths.admin, icon: 'tools' },
  { label: 'Orders and disputes', to: paths.adminOrders, icon: 'card' },
  { label: 'Concierge desk', to: paths.concierge, icon: 'phone' },
];

/** The company pages, which visitors see in the header. */
const UMBRELLA = [
  ...navigation.header.filter(({ href }) => href !== paths.protocol),
  { label: 'FAQ', href: paths.protocolFaq },
].map(({ label, href }) => ({ label, to: hrefToPath(href) }));

/** Returns the items of the account menu; only admins get the console. */
const accountItems = (account: NonNullable<Account>): AccountItem[] => [
  { label: 'Dashboard', to: paths.dashboard, icon: 'home' },
  { label: 'Profile', to: account.to ?? paths.onboarding, icon: 'user' },
  { label: 'Account', to: paths.account, icon: 'settings' },
  { label: 'Money', to: paths.money, icon: 'wallet' },
  { label: 'Squad requests', to: paths.invitations, icon: 'work' },
  { label: 'Tools', to: paths.tools, icon: 'sparkle' },
  { label: 'Crew DNA', to: paths.crewDna, icon: 'ball' },
  { label: 'Account status', to: paths.accountStatus, icon: 'shield' },
  ...(account.isAdmin ? ADMIN_ITEMS : []),
];

/** The account menu on wide screens; opens below the avatar. */
export function AccountMenu({ account, onSignOut }: AccountMenuProps) {
  return (
    <Menu
      label={`${account.name}’s menu`}
      triggerClassName="account-button account-wide"
      trigger={
        <>
          <Avatar name={account.name} src={account.avatarUrl} size={36} decorative />
          <span className="account-name">{account.name}</span>
          <Icon name="chevron-down" size={16} />
        </>
      }
      items={[...accountItems(account), { label: 'Sign out', onSelect: onSignOut, icon: 'logout', tone: 'red' }]}
      more={{ title: site.name, items: UMBRELLA }}
    />
  );
}

/** The account menu on phones: a drawer that includes all pages. */
export function AccountDrawer({ account, onSignOut }: AccountMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="account-button account-narrow"
        aria-label={`${account.name}’s menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Avatar name={account.name} src={account.avatarUrl} size={32} decorative />
      </button>
      <MobileMenu open={open} onClose={() => setOpen(false)}>
        <section>
          <h2 className="drawer-title">{account.name}</h2>
          <ul className="drawer-pair">
            {accountItems(account).map((item) => (
              <li key={item.label}>
                <NavLink to={item.to} end className="drawer-small">
                  <Icon name={item.icon} size={18} />
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
          <Button
            variant="secondary"
            block
            icon="logout"
            className="mt-3"
            onClick={() => {
              setOpen(false);
              onSignOut?.();
            }}
          >
            Sign out
          </Button>
        </section>
        <section>
          <h2 className="drawer-title">{site.name}</h2>
          <ul className="drawer-pair">
            {UMBRELLA.map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} end className="drawer-small">
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      </MobileMenu>
    </>
  );
}
