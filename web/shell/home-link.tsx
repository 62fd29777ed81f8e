import { Link, useLocation } from 'react-router';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { LogoImage } from '../ui/logo-image.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import * as messages from './shell.messages.ts';

/**
 * The logo: links home, and on the home page scrolls to the top. Screen readers hear the name and where it leads.
 * @param to the viewer's home page
 */
export function HomeLink({ to = paths.home }: { to?: string }) {
  const t = useTranslator();
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      className="home-link"
      aria-label={t(messages.homeLink, { name: site.name })}
      onClick={(event) => {
        if (pathname !== to || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        window.scrollTo({ top: 0 });
      }}
    >
      <Wordmark mark={<LogoImage src={site.logo.src} emoji={site.logo.fallbackEmoji} size={40} />} />
    </Link>
  );
}
