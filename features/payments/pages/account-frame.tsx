import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import * as messages from '../payments.messages.ts';
import '../ui/account.css';

const SECTIONS: readonly { label: Message; to: string; icon: IconName }[] = [
  { label: messages.sectionOverview, to: paths.account, icon: 'user' },
  { label: messages.sectionProfile, to: paths.editProfile, icon: 'edit' },
  { label: messages.sectionPlan, to: paths.protocolAccount, icon: 'wallet' },
  { label: messages.sectionNotifications, to: paths.notificationSettings, icon: 'bell' },
  { label: messages.sectionSecurity, to: paths.security, icon: 'shield' },
];

/**
 * Frame of the account pages: section links beside the open section. On a phone, the links are above the first section,
 * and the other sections have a back link. Each section saves separately.
 */
export default function AccountFrame() {
  const t = useTranslator();
  const { pathname } = useLocation();
  const isFirst = pathname === paths.account;
  return (
    <div className="page-limb">
      <div className="page account-frame">
        {!isFirst && (
          <p className="account-back">
            <Link to={paths.account}>
              <Icon name="arrow-left" size={16} />
              {t(messages.allAccountSettings)}
            </Link>
          </p>
        )}
        <nav aria-label={t(messages.accountNavigation)} className="account-sections" data-first={isFirst || undefined}>
          <ul>
            {SECTIONS.map(({ label, to, icon }) => (
              <li key={to}>
                <NavLink to={to} end>
                  <Icon name={icon} size={18} />
                  {t(label)}
                  <Icon name="chevron-right" size={16} className="account-go" />
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="account-section">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
