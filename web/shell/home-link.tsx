import { Link, useLocation } from 'react-router';
import { Wordmark } from '../ui/wordmark.tsx';

/** The logo: goes home, and on home back to the top. */
export function HomeLink({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const { pathname } = useLocation();
  return (
    <Link
      to="/"
      className="home-link"
      onClick={(event) => {
        if (pathname !== '/' || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        window.scrollTo({ top: 0 });
      }}
    >
      <Wordmark size={size} />
      <span className="sr-only">, home</span>
    </Link>
  );
}
