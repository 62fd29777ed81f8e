import { Link } from 'react-router';
import { describeZone, formatReaderTime } from '../../time/reader-times.ts';
import { getBrowserZone } from './browser-zone.ts';

/** Whether clocks show the same in both zones at the moment, however they are called. */
function showSameTime(one: string, other: string): boolean {
  const now = new Date();
  return (
    formatReaderTime(now, 'exact', { zone: one, clock: 24 }) ===
    formatReaderTime(now, 'exact', { zone: other, clock: 24 })
  );
}

/** Says whose times a page shows. @param changedAt the page on which somebody says where they live */
export function ZoneDescription({ zone, changedAt }: { zone: string; changedAt: string }) {
  if (showSameTime(zone, getBrowserZone())) return `Times are yours: ${describeZone(zone)}.`;
  return (
    <>
      Times are your profile’s: {describeZone(zone)}, not this device’s.{' '}
      <Link to={changedAt} className="underline">
        Change the zone
      </Link>
    </>
  );
}
