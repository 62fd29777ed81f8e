import { Link, useLocation } from 'react-router';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { LogoImage } from '../ui/logo-image.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/**
 * The logo. It links home and scrolls to the top on the home page. Screen readers get the name next to the image.
 * @param to the viewer's home page
 */
export function HomeLink({ to = paths.home }: { to?: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      className="home-link"
      onClick={(event) => {
        if (pathname !== to || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        window.scrollTo({ top: 0 });
      }}
    >
      <Wordmark mark={<LogoImage src={site.logo.src} emoji={site.logo.fallbackEmoji} size={40} />} />
      <span className="sr-only">, home</span>
    </Link>
  );
}
