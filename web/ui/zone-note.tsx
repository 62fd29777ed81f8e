import { browserZone } from './browser-zone.ts';
import { useZoneNeeded } from './times-shown.ts';

/** The one place of a page that says whose times it shows; pages of a squad or a match name their zone themselves. */
export function ZoneNote() {
  const needed = useZoneNeeded();
  // The line is kept free, so that nothing moves once the browser knows.
  return <p className="min-h-lh">{needed && `Times are yours: ${browserZone().replaceAll('_', ' ')}.`}</p>;
}
