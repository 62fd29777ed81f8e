import { NavLink } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { protocolLinks } from './navigation.ts';

/** Under the header on wide screens, within reach of the thumb on phones. */
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
