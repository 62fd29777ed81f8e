import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import '../ui/account.css';

const SECTIONS: readonly { label: string; to: string; icon: IconName }[] = [
  { label: 'Overview', to: paths.account, icon: 'user' },
  { label: 'Player profile', to: paths.editProfile, icon: 'edit' },
  { label: 'Plan and credits', to: paths.protocolAccount, icon: 'wallet' },
  { label: 'Notifications', to: paths.notificationSettings, icon: 'bell' },
  { label: 'Security and data', to: paths.security, icon: 'shield' },
];

/**
 * The whole account in one place, with its sections beside the open one. On a phone they're a list above the first
 * section and a back link from the others. Each section saves on its own.
 */
export default function AccountFrame() {
  const { pathname } = useLocation();
  const first = pathname === paths.account;
  return (
    <div className="page-limb">
      <div className="page account-frame">
        {!first && (
          <p className="account-back">
            <Link to={paths.account}>
              <Icon name="arrow-left" size={16} />
              All account settings
            </Link>
          </p>
        )}
        <nav aria-label="Your account" className="account-sections" data-first={first || undefined}>
          <ul>
            {SECTIONS.map(({ label, to, icon }) => (
              <li key={to}>
                <NavLink to={to} end>
                  <Icon name={icon} size={18} />
                  {label}
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
