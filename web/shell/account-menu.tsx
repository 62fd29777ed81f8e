import { useState } from 'react';
import { NavLink } from 'react-router';
import { getNavigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hrefToPath } from './navigation.ts';
import * as messages from './shell.messages.ts';

type AccountMenuProps = { account: NonNullable<Account>; onSignOut?: () => void };

type AccountItem = { label: Message; to: string; icon: IconName };

const ADMIN_ITEMS: readonly AccountItem[] = [
  { label: messages.adminConsole, to: paths.admin, icon: 'tools' },
  { label: messages.ordersAndDisputes, to: paths.adminOrders, icon: 'card' },
  { label: messages.conciergeDesk, to: paths.concierge, icon: 'phone' },
];

/** Returns links to the company pages, which visitors have in the header. */
const listCompanyLinks = (t: Translator) =>
  [
    ...getNavigation(t).header.filter(({ href }) => href !== paths.protocol),
    { label: t(messages.faq), href: paths.protocolFaq },
  ].map(({ label, href }) => ({ label, to: hrefToPath(href) }));

/** Returns the items of the account menu; only admins get the console. */
const listAccountItems = (account: NonNullable<Account>): AccountItem[] => [
  { label: messages.dashboard, to: paths.dashboard, icon: 'home' },
  { label: messages.profile, to: account.to ?? paths.onboarding, icon: 'user' },
  { label: messages.account, to: paths.account, icon: 'settings' },
  { label: messages.money, to: paths.money, icon: 'wallet' },
  { label: messages.squadRequests, to: paths.invitations, icon: 'work' },
  { label: messages.tools, to: paths.tools, icon: 'sparkle' },
  { label: messages.crewDna, to: paths.crewDna, icon: 'ball' },
  { label: messages.accountStatus, to: paths.accountStatus, icon: 'shield' },
  ...(account.isAdmin ? ADMIN_ITEMS : []),
];

/** The account menu on wide screens; opens below the avatar. */
export function AccountMenu({ account, onSignOut }: AccountMenuProps) {
  const t = useTranslator();
  return (
    <Menu
      label={t(messages.accountMenu, { name: account.name })}
      triggerClassName="account-button account-wide"
      trigger={
        <>
          <Avatar name={account.name} src={account.avatarUrl} size={36} decorative />
          <span className="account-name">{account.name}</span>
          <Icon name="chevron-down" size={16} />
        </>
      }
      items={[
        ...listAccountItems(account).map((item) => ({ ...item, label: t(item.label) })),
        { label: t(messages.signOut), onSelect: onSignOut, icon: 'logout', tone: 'red' },
      ]}
      more={{ title: site.name, items: listCompanyLinks(t) }}
    />
  );
}

/** The account menu on phones: a drawer that includes all pages. */
export function AccountDrawer({ account, onSignOut }: AccountMenuProps) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="account-button account-narrow"
        aria-label={t(messages.accountMenu, { name: account.name })}
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
            {listAccountItems(account).map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} end className="drawer-small">
                  <Icon name={item.icon} size={18} />
                  {t(item.label)}
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
            {t(messages.signOut)}
          </Button>
        </section>
        <section>
          <h2 className="drawer-title">{site.name}</h2>
          <ul className="drawer-pair">
            {listCompanyLinks(t).map((item) => (
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
