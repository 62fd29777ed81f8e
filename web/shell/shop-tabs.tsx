import { NavLink } from 'react-router';
import { useTranslator } from '../../messages/use-translator.tsx';
import * as messages from './shell.messages.ts';
import { shopLinks } from './shop-links.ts';

/** The shop's pages as tabs. Each page keeps its own address. */
export function ShopTabs() {
  const t = useTranslator();
  return (
    <nav aria-label={t(messages.shop)} className="page shop-tabs">
      <ul className="tab-list">
        {shopLinks.map(({ label, href, membersOnly }) => (
          <li key={href} className={membersOnly && 'members-only'}>
            <NavLink to={href} end className="tab">
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
