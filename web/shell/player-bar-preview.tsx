import { paths } from '../../content/paths.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import { BannerIcon } from './banner-icon.tsx';
import { PlayerLinks } from './player-links.tsx';
import { PlayerNav } from './player-nav.tsx';
import * as messages from './shell.messages.ts';

/**
 * The signed-in header until its script has loaded, with the same layout as `PlayerBar`. It's part of every page's
 * HTML, but the stylesheet shows it only if this browser has a session. The first script gives it the last known name
 * and picture. Only the server renders it; browsers use `KeptPreview`.
 */
export function PlayerBarPreview() {
  const t = useTranslator();
  return (
    <div className="player-preview">
      <PlayerNav />
      <div className="player-slot">
        <BannerIcon />
        <PlayerLinks />
        {/* A plain link, because it must work before the page's script has loaded. */}
        <a href={paths.dashboard} className="account-button account-preview" aria-label={t(messages.yourAccount)}>
          <span className="avatar preview-face" aria-hidden="true" />
          <span className="account-name preview-name" aria-hidden="true" />
          <Icon name="chevron-down" size={16} />
        </a>
      </div>
    </div>
  );
}
