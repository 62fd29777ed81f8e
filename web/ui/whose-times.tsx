import { Link } from 'react-router';
import { readerTime, zoneTime } from '../../time/reader-times.ts';
import { browserZone } from './browser-zone.ts';

/** Whether clocks show the same in both zones at the moment, however they are called. */
function agree(one: string, other: string): boolean {
  const now = new Date();
  return readerTime(now, 'exact', { zone: one, clock: 24 }) === readerTime(now, 'exact', { zone: other, clock: 24 });
}

/** Says whose times a page shows. @param changedAt the page on which somebody says where they live */
export function WhoseTimes({ zone, changedAt }: { zone: string; changedAt: string }) {
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
