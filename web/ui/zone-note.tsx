import { lazy, Suspense } from 'react';
import { useReaderZone } from './reader-zone.ts';
import { useZoneNeeded } from './times-shown.ts';

/** Loaded along with the time formatting, so that pages without times don't pay for it. */
const WhoseTimes = lazy(async () => ({ default: (await import('./zone-description.tsx')).ZoneDescription }));

/**
 * The one place on a page that says which zone its times are in; pages of a squad or a match name their zone
 * themselves.
 * @param changedAt the page on which users set their zone
 */
export function ZoneNote({ changedAt }: { changedAt: string }) {
  const needed = useZoneNeeded();
  const zone = useReaderZone('UTC');
  // Reserves the line, so that nothing moves once the browser knows.
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
