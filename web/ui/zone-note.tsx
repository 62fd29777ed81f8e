import { lazy, Suspense } from 'react';
import { useReaderZone } from './reader-zone.ts';
import { useZoneNeeded } from './times-shown.ts';

/** Lazy-loaded with the time formatting, so that pages without times don't load it. */
const WhoseTimes = lazy(async () => ({ default: (await import('./zone-description.tsx')).ZoneDescription }));

/**
 * Says which zone the page's times are in. Squad and match pages don't use it, because they name their zone themselves.
 * @param changedAt path of the page where users set their zone
 */
export function ZoneNote({ changedAt }: { changedAt: string }) {
  const isNeeded = useZoneNeeded();
  const zone = useReaderZone('UTC');
  // Reserves the line, so that nothing moves when the note appears.
  return (
    <p className="min-h-lh">
      {isNeeded && (
        <Suspense>
          <WhoseTimes zone={zone} changedAt={changedAt} />
        </Suspense>
      )}
    </p>
  );
}
