import { lazy, Suspense } from 'react';
import { useReaderZone } from './reader-zone.ts';
import { useZoneNeeded } from './times-shown.ts';

/** Comes with what writes times, so that pages without any do not pay for it. */
const WhoseTimes = lazy(async () => ({ default: (await import('./zone-description.tsx')).ZoneDescription }));

/**
 * The one place of a page that says whose times it shows; pages of a squad or a match name their zone themselves.
 * @param changedAt the page on which somebody says where they live
 */
export function ZoneNote({ changedAt }: { changedAt: string }) {
  const needed = useZoneNeeded();
  const zone = useReaderZone('UTC');
  // The line is kept free, so that nothing moves once the browser knows.
  return (
    <p className="min-h-lh">
      {needed && (
        <Suspense>
          <WhoseTimes zone={zone} changedAt={changedAt} />
        </Suspense>
      )}
    </p>
  );
}
