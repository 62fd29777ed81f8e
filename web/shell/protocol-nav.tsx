import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { protocolLinks } from './navigation.ts';

/** Below the header on wide screens, at the bottom on phones. */
export function ProtocolNav() {
  return (
    <nav aria-label="Protocol" className="protocol-nav">
      <ul>
        {protocolLinks.map((item) => (
          <li key={item.href}>
            <NavLink to={item.href} className="protocol-link">
              <Icon name={item.icon} size={20} />
              {item.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
