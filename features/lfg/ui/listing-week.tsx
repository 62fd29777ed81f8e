import { describeZone, formatZoneName } from '../../../time/reader-times.ts';
import { toWallSpans } from '../../../time/week-spans.ts';
import { Section } from '../../../web/ui/section.tsx';
import { Week } from '../../../web/ui/week-view.tsx';
import type { Listing } from '../lfg.schema.ts';
import { useHours, type Viewer } from './listing-hours.tsx';

/** Shows a week view of the listing's hours in the viewer's own time zone, with the viewer's hours below. */
export function ListingWeek({ listing, viewer }: { listing: Listing; viewer: Viewer | undefined }) {
  const { intervals, own, common, lines, mine, zone } = useHours(listing, viewer);
  if (lines.length === 0) {
    return (
      <Section id="hours" title="Hours">
        <p className="text-mist">No availability set. Ask when they play when you apply.</p>
      </Section>
    );
  }
  return (
    <Section
      id="hours"
      title="Hours"
      lead={`${lines.join(', ')} in your time (${describeZone(zone)}).${mine ? ` ${mine} h you share.` : ''}`}
    >
      <Week
        zone={formatZoneName(zone)}
        label="This listing's hours"
        others={toWallSpans(intervals, zone).map((span) => [...span, 1])}
        othersLabel="This listing"
        commonLabel="Both"
        {...(viewer ? { own: toWallSpans(own, zone), common: toWallSpans(common, zone) } : {})}
      />
    </Section>
  );
}
