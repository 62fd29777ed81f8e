import { useState } from 'react';
import { NavLink } from 'react-router';
import * as contentMessages from '../../content/content.messages.ts';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import type { Message } from '../../messages/message.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import type { Account } from './navigation.ts';
import * as messages from './shell.messages.ts';
import { ThemeChoice } from './theme-choice.tsx';

type AccountMenuProps = { account: NonNullable<Account>; onSignOut?: () => void };

type AccountItem = { label: Message; to: string; icon: IconName };

const ADMIN_ITEMS: readonly AccountItem[] = [
  { label: messages.adminConsole, to: paths.admin, icon: 'tools' },
  { label: messages.ordersAndDisputes, to: paths.adminOrders, icon: 'card' },
  { label: messages.conciergeDesk, to: paths.concierge, icon: 'phone' },
];

/** Pages that players need less often, in the second part of the menu. */
const MORE_LINKS: readonly { label: Message; to: string }[] = [
  { label: messages.squadRequests, to: paths.invitations },
  { label: messages.accountStatus, to: paths.accountStatus },
  { label: messages.crewDna, to: paths.crewDna },
  { label: messages.tools, to: paths.tools },
  { label: contentMessages.navHome, to: paths.home },
  { label: messages.faq, to: paths.protocolFaq },
];

/** Returns the items of the account menu; only admins get the console. */
const listAccountItems = (account: NonNullable<Account>): AccountItem[] => [
  { label: messages.dashboard, to: paths.dashboard, icon: 'home' },
  { label: messages.profile, to: account.to ?? paths.onboarding, icon: 'user' },
  { label: messages.shop, to: paths.deals, icon: 'bolt' },
  { label: messages.aiTools, to: paths.tournament, icon: 'sparkle' },
  { label: messages.settings, to: paths.account, icon: 'settings' },
  { label: contentMessages.navHelp, to: paths.help, icon: 'help' },
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
      more={{ title: site.name, items: MORE_LINKS.map((item) => ({ ...item, label: t(item.label) })) }}
    >
      <ThemeChoice />
    </Menu>
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
            {MORE_LINKS.map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} end className="drawer-small">
                  {t(item.label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      </MobileMenu>
    </>
  );
}
