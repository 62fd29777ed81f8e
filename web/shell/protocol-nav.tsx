import { NavLink } from 'react-router';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import { protocolLinks } from './navigation.ts';
import * as messages from './shell.messages.ts';

/** Navigation of /protocol: below the header on wide screens, at the bottom on phones. */
export function ProtocolNav() {
  const t = useTranslator();
  return (
    <nav aria-label={t(messages.protocolNavigation)} className="protocol-nav">
      <ul>
        {protocolLinks.map((item) => (
          <li key={item.href}>
            <NavLink to={item.href} className="protocol-link">
              <Icon name={item.icon} size={20} />
              {t(item.label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
