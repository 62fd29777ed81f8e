import { Link } from 'react-router';
import { describeZone, formatReaderTime } from '../../time/reader-times.ts';
import { getBrowserZone } from './browser-zone.ts';

/** Returns whether clocks in both zones currently show the same time, whatever the zones are called. */
function showSameTime(one: string, other: string): boolean {
  const now = new Date();
  return (
    formatReaderTime(now, 'exact', { zone: one, clock: 24 }) ===
    formatReaderTime(now, 'exact', { zone: other, clock: 24 })
  );
}

/** Says which zone a page's times are in. @param changedAt path of the page where users set their zone */
export function ZoneDescription({ zone, changedAt }: { zone: string; changedAt: string }) {
  if (showSameTime(zone, getBrowserZone())) return `Times are in your time zone: ${describeZone(zone)}.`;
  return (
    <>
      Times are in your profile’s time zone: {describeZone(zone)}, not this device’s.{' '}
      <Link to={changedAt} className="underline">
        Change time zone
      </Link>
    </>
  );
}
