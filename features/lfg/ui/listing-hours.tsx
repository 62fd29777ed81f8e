import { useEffect, useMemo } from 'react';
import { translate } from '../../../messages/lazy-text.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { registerShownTime } from '../../../web/ui/times-shown.ts';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../lfg.messages.ts';
import { describeSlotCount } from '../lfg.rules.ts';
import type { BrowsePage, Listing } from '../lfg.schema.ts';
import {
  formatSlots,
  getCurrentWeek,
  intersectIntervals,
  sumHours,
  toSlots,
  toWeekIntervals,
} from '../listing-hours.rules.ts';

const LINES_SHOWN = 2;

type ListingWithHours = Pick<Listing, 'availability' | 'timezone'>;
export type Viewer = BrowsePage['viewer'];

/** Returns a listing's hours in the viewer's time zone as lines and intervals, and how many hours the viewer shares. */
export function useHours(listing: ListingWithHours, viewer: Viewer | undefined) {
  const t = useTranslator();
  const zone = useViewerZone(listing.timezone);
  const reader = useReader(zone);
  const weekStart = useWeekStart();
  return useMemo(() => {
    const week = getCurrentWeek(new Date(), zone, weekStart);
    const intervals = toWeekIntervals(listing.availability, listing.timezone, week);
    const ownIntervals = viewer ? toWeekIntervals(toSlots(viewer.availability), viewer.timezone, week) : [];
    return {
      zone,
      intervals,
      own: ownIntervals,
      common: intersectIntervals(intervals, ownIntervals),
      lines: formatSlots(t, listing.availability, { of: listing.timezone, reader, week }),
      mine: viewer ? sumHours(intersectIntervals(intervals, ownIntervals)) : null,
    };
  }, [t, listing, viewer, zone, reader, weekStart]);
}

type CountProps = { listing: Pick<Listing, 'availability'>; sharedHours: number | null };

/** Shows "6 h you share", or "2 time slot(s)" if there are no shared hours. */
export function SlotCount({ listing, sharedHours }: CountProps) {
  const t = useTranslator();
  const isShared = sharedHours !== null && sharedHours > 0;
  return (
    <p className={`flex min-w-0 flex-1 items-center gap-1.5 text-sm ${isShared ? 'text-green' : 'text-muted'}`}>
      <Icon name="clock" size={16} />
      <span className="min-w-0">
        {isShared
          ? t(messages.sharedHours, { hours: sharedHours })
          : translate(t, describeSlotCount(listing.availability))}
      </span>
    </p>
  );
}

type LinesProps = { listing: Pick<Listing, 'availability'>; lines: readonly string[] };

/** Shows "2 time slot(s)" and the first hours, in the viewer's time zone. */
export function SlotLines({ listing, lines }: LinesProps) {
  const t = useTranslator();
  useEffect(registerShownTime, []);
  if (lines.length === 0) return null;
  const more = lines.length - LINES_SHOWN;
  const times = joinDetails(t, lines.slice(0, LINES_SHOWN));
  return (
    <p className="text-sm">
      <span>{translate(t, describeSlotCount(listing.availability))}</span>{' '}
      <span className="text-muted">{more > 0 ? t(messages.hoursAndMore, { hours: times, more }) : times}</span>
    </p>
  );
}
