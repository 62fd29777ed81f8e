import { useEffect, useMemo } from 'react';
import { translate } from '../../../messages/lazy-text.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
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

type Timed = Pick<Listing, 'availability' | 'timezone'>;
export type Viewer = BrowsePage['viewer'];

/** Returns a listing's hours as lines in the viewer's own time zone, and how many of them they share. */
export function useHours(listing: Timed, viewer: Viewer | undefined) {
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

/** Shows "2 time slot(s)", the first hours in the viewer's time zone, and "6 h of yours". */
export function Hours({ listing, viewer }: { listing: Timed; viewer: Viewer | undefined }) {
  const t = useTranslator();
  const { lines, mine } = useHours(listing, viewer);
  useEffect(registerShownTime, []);
  const more = lines.length - LINES_SHOWN;
  const times = joinDetails(t, lines.slice(0, LINES_SHOWN));
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Icon name="clock" size={16} className="text-mist" />
      <span>{translate(t, describeSlotCount(listing.availability))}</span>
      {lines.length > 0 && (
        <span className="text-mist">{more > 0 ? t(messages.hoursAndMore, { hours: times, more }) : times}</span>
      )}
      {mine !== null && mine > 0 && (
        <Badge tone="green" icon="check">
          {t(messages.sharedHours, { hours: mine })}
        </Badge>
      )}
    </div>
  );
}
