import { useNavigation } from 'react-router';

/** A thin bar at the top while the next page is being fetched; the page on screen stays until it is there. */
export function NavigationProgress() {
  if (useNavigation().state !== 'loading') return null;
  return <div className="navigation-progress" role="progressbar" aria-label="Loading" />;
}
