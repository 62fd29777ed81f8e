import { Link } from 'react-router';
import { readerTime, zoneTime } from '../../time/reader-times.ts';
import { browserZone } from './browser-zone.ts';
import { useReaderZone } from './reader-zone.ts';
import { useZoneNeeded } from './times-shown.ts';

/** Whether clocks show the same in both zones at the moment, however they are called. */
function agree(one: string, other: string): boolean {
  const now = new Date();
  return readerTime(now, 'exact', { zone: one, clock: 24 }) === readerTime(now, 'exact', { zone: other, clock: 24 });
}

/**
 * The one place of a page that says whose times it shows; pages of a squad or a match name their zone themselves.
 * @param changedAt the page on which somebody says where they live
 */
export function ZoneNote({ changedAt }: { changedAt: string }) {
  const needed = useZoneNeeded();
  const zone = useReaderZone('UTC');
  // The line is kept free, so that nothing moves once the browser knows.
  return <p className="min-h-lh">{needed && <Whose zone={zone} changedAt={changedAt} />}</p>;
}

function Whose({ zone, changedAt }: { zone: string; changedAt: string }) {
  if (agree(zone, browserZone())) return `Times are yours: ${zoneTime(zone)}.`;
  return (
    <>
      Times are your profile’s: {zoneTime(zone)}, not this device’s.{' '}
      <Link to={changedAt} className="underline">
        Change the zone
      </Link>
    </>
  );
}
