import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { toWallSpans } from '../../../time/week-spans.ts';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { Section } from '../../../web/ui/section.tsx';
import { Week } from '../../../web/ui/week-view.tsx';
import * as messages from '../lfg.messages.ts';
import type { Listing } from '../lfg.schema.ts';
import { useHours, type Viewer } from './listing-hours.tsx';

/** Shows a week view of the listing's hours in the viewer's own time zone, with the viewer's hours below. */
export function ListingWeek({ listing, viewer }: { listing: Listing; viewer: Viewer | undefined }) {
  const t = useTranslator();
  const { intervals, own, common, lines, mine, zone } = useHours(listing, viewer);
  if (lines.length === 0) {
    return (
      <Section id="hours" title={t(messages.hoursTitle)}>
        <p className="text-muted">{t(messages.hoursEmpty)}</p>
      </Section>
    );
  }
  const when = { hours: joinDetails(t, lines), zone: describeZone(t, zone) };
  return (
    <Section
      id="hours"
      title={t(messages.hoursTitle)}
      lead={mine ? t(messages.weekLeadShared, { ...when, shared: mine }) : t(messages.weekLead, when)}
    >
      <Week
        zone={describeZone(t, zone)}
        label={t(messages.weekLabel)}
        others={toWallSpans(intervals, zone).map((span) => [...span, 1])}
        othersLabel={t(messages.weekOthers)}
        commonLabel={t(messages.weekBoth)}
        {...(viewer ? { own: toWallSpans(own, zone), common: toWallSpans(common, zone) } : {})}
      />
    </Section>
  );
}
