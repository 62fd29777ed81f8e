import { useNavigation } from 'react-router';

/** A thin bar at the top while the next page is loading; the current page stays until it's ready. */
export function NavigationProgress() {
  if (useNavigation().state !== 'loading') return null;
  return <div className="navigation-progress" role="progressbar" aria-label="Loading" />;
}
