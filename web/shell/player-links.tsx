import { Link, useLocation } from 'react-router';
import { paths } from '../../content/paths.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import * as messages from './shell.messages.ts';
import { isInShop } from './shop-links.ts';

/** Search and, on wide screens, the shop: the links beside the account menu. */
export function PlayerLinks() {
  const t = useTranslator();
  const { pathname } = useLocation();
  return (
    <>
      <Link to={paths.find} className="btn btn-ghost btn-icon player-search" aria-label={t(messages.searchDirectory)}>
        <Icon name="search" size={22} />
      </Link>
      <Link to={paths.deals} className="player-link player-shop" aria-current={isInShop(pathname) ? 'page' : undefined}>
        {t(messages.shop)}
      </Link>
    </>
  );
}
